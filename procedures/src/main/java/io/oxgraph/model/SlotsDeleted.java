package io.oxgraph.model;

/**
 * What became of slots.
 *
 * @param deleted how many are gone that were still there
 */
public record SlotsDeleted(long deleted) {}
