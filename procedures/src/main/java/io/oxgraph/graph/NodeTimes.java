package io.oxgraph.graph;

import java.time.ZonedDateTime;
import org.neo4j.graphdb.Node;

/** Bounds of a stretch of time that are kept as properties of a node. */
public final class NodeTimes {
    private NodeTimes() {}

    /** Sets a time to the earlier of the two. */
    public static void lower(Node node, String key, ZonedDateTime time) {
        if (!(node.getProperty(key, null) instanceof ZonedDateTime known) || time.isBefore(known)) {
            node.setProperty(key, time);
        }
    }

    /** Sets a time to the later of the two. */
    public static void raise(Node node, String key, ZonedDateTime time) {
        if (!(node.getProperty(key, null) instanceof ZonedDateTime known) || time.isAfter(known)) {
            node.setProperty(key, time);
        }
    }
}
