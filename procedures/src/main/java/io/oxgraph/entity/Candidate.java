package io.oxgraph.entity;

/** An entity that a name may mean: its id, its name and how similar the names are, 0 to 1. */
public record Candidate(String entityId, String name, double score) {}
