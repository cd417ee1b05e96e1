package io.oxgraph.recall;

/**
 * An entity that a query names.
 *
 * @param id the entity
 * @param name as it is called in the workspace
 * @param mention the words of the query
 */
public record NamedEntity(String id, String name, String mention) {}
