package io.oxgraph.graph;

import org.neo4j.graphdb.RelationshipType;

/** Relationship types of memory nodes. */
public final class Relations {
    public static final RelationshipType NEXT = RelationshipType.withName("_mem:next");
    public static final RelationshipType LAST = RelationshipType.withName("_mem:last");
    public static final RelationshipType CONTAINS = RelationshipType.withName("_mem:contains");
    public static final RelationshipType REFERENCES = RelationshipType.withName("_mem:references");
    public static final RelationshipType EVIDENCE = RelationshipType.withName("_mem:evidence");
    public static final RelationshipType INJECTED = RelationshipType.withName("_mem:injected");
    public static final RelationshipType NAMES = RelationshipType.withName("_mem:names");
    public static final RelationshipType SUBJECT = RelationshipType.withName("_mem:subject");
    public static final RelationshipType OBJECT = RelationshipType.withName("_mem:object");
    public static final RelationshipType DERIVED_FROM = RelationshipType.withName("_mem:derived_from");
    public static final RelationshipType SUPERSEDED_BY = RelationshipType.withName("_mem:superseded_by");
    public static final RelationshipType CONTRADICTS = RelationshipType.withName("_mem:contradicts");
    public static final RelationshipType MERGED_INTO = RelationshipType.withName("_mem:merged_into");
    public static final RelationshipType STANDS_FOR = RelationshipType.withName("_mem:stands_for");

    private Relations() {}
}
