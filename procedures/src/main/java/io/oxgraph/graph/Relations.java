package io.oxgraph.graph;

import org.neo4j.graphdb.RelationshipType;

/** The relationships of memory nodes. */
public final class Relations {
    public static final RelationshipType NEXT = RelationshipType.withName("_mem:next");
    public static final RelationshipType LAST = RelationshipType.withName("_mem:last");
    public static final RelationshipType REFERENCES = RelationshipType.withName("_mem:references");
    public static final RelationshipType INJECTED = RelationshipType.withName("_mem:injected");
    public static final RelationshipType NAMES = RelationshipType.withName("_mem:names");

    private Relations() {}
}
