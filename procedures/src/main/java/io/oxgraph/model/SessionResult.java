package io.oxgraph.model;

/**
 * What became of a session.
 *
 * @param created false when it was there already
 * @param reason '' or memory_disabled, when nothing was written
 */
public record SessionResult(String session_id, boolean created, String reason) {}
