package io.oxgraph.model;

/**
 * What became of a batch of actions.
 *
 * @param duplicates actions that were there already, or twice in the batch
 * @param reason '' or memory_disabled, when nothing was captured
 */
public record CaptureManyResult(long captured, long duplicates, long references, String reason) {}
