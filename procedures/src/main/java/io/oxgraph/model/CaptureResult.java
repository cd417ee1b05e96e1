package io.oxgraph.model;

/**
 * What became of one action.
 *
 * @param reason '' when captured, else memory_disabled or already_captured
 * @param references edges to entities that exist
 * @param injected edges from the patterns that were shown
 */
public record CaptureResult(boolean captured, String action_id, String reason, long references, long injected) {}
