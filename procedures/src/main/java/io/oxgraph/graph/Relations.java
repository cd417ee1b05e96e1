package io.oxgraph.graph;

import java.util.Set;
import org.neo4j.graphdb.RelationshipType;

/** Relationship types of memory nodes. */
public final class Relations {
    public static final RelationshipType NEXT = RelationshipType.withName("_mem:next");
    public static final RelationshipType HAS = RelationshipType.withName("_mem:has");
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

    /** The property of relationships that oxgraph made between entities. */
    public static final String EDGE_ID = "mem_edge_id";

    private static final String PREFIX = "_mem:";
    private static final Set<String> OF_END = Set.of(NEXT.name(), INJECTED.name(), HAS.name());

    private Relations() {}

    /** Whether the type is one of memory. */
    public static boolean isOfMemory(String type) {
        return type.startsWith(PREFIX);
    }

    /**
     * Whether relationships of this type belong to their end node, else to their start node: to the one that has few of
     * them. A node's {@code rev} grows with each relationship that belongs to it.
     */
    public static boolean belongsToEnd(String type) {
        return OF_END.contains(type);
    }
}
