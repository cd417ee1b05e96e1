package io.oxgraph.model;

import java.time.ZonedDateTime;

/** What is told about a session, checked; what was not told is null. */
public record Session(
        String sessionId,
        String agentId,
        String intent,
        String outcome,
        ZonedDateTime startedAt,
        ZonedDateTime endedAt) {}
