package io.oxgraph.model;

/**
 * What became of a batch of sessions.
 *
 * @param reason '' or memory_disabled, when nothing was written
 */
public record SessionsResult(long sessions, long created, String reason) {}
