package io.oxgraph.model;

/**
 * What a sweep did.
 *
 * @param swept how many expired slots it deleted
 */
public record SlotsSwept(long swept) {}
