package io.oxgraph.recall;

/**
 * What a retriever found.
 *
 * @param item memory or message
 * @param score 0 to 1
 */
public record Hit<T>(T item, double score) {}
