package io.oxgraph.model;

import java.time.ZonedDateTime;

/** Validated properties of a session; null where not given. */
public record Session(
        String sessionId,
        String agentId,
        String model,
        String intent,
        String outcome,
        ZonedDateTime startedAt,
        ZonedDateTime endedAt) {}
