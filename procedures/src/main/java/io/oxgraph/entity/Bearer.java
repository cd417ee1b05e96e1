package io.oxgraph.entity;

import java.util.Map;
import org.neo4j.graphdb.Node;

/** An entity as names are compared with it: one of the graph, or one that is planned and gets its node later. */
final class Bearer {
    private final String id;
    private final String name;
    private final String type;
    private final Map<String, Object> attributes;
    private Node node;

    /** @param node null while it is planned */
    Bearer(Node node, String id, String name, String type, Map<String, Object> attributes) {
        this.node = node;
        this.id = id;
        this.name = name;
        this.type = type;
        this.attributes = attributes;
    }

    Node node() {
        return node;
    }

    void created(Node made) {
        node = made;
    }

    String id() {
        return id;
    }

    String name() {
        return name;
    }

    /** The ontology type; null when unknown. */
    String type() {
        return type;
    }

    Map<String, Object> attributes() {
        return attributes;
    }
}
