package io.oxgraph.entity;

import io.oxgraph.text.Names;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.neo4j.graphdb.Node;

/** An entity as names are compared with it: one of the graph, or one that is planned and gets its node later. */
final class Bearer {
    private final Node node;
    private final String id;
    private final String name;
    private final Name canonical;
    private final Map<String, Object> attributes;
    private String type;
    private Map<String, Attribute> compared;

    /**
     * @param node null while it is planned
     * @param type null where it is unknown
     */
    Bearer(Node node, String id, String name, String type, Map<String, Object> attributes) {
        this.node = node;
        this.id = id;
        this.name = name;
        this.canonical = new Name(Names.key(name));
        this.type = type;
        this.attributes = attributes;
    }

    Node node() {
        return node;
    }

    String id() {
        return id;
    }

    String name() {
        return name;
    }

    Name canonical() {
        return canonical;
    }

    String type() {
        return type;
    }

    /** Takes over a type where none was known. */
    void learn(String found) {
        type = type == null ? found : type;
    }

    Map<String, Object> attributes() {
        return attributes;
    }

    /** The attributes as they are compared: not the empty ones, nor those that repeat the name. */
    Map<String, Attribute> compared() {
        if (compared == null) {
            compared = new HashMap<>();
            Set<String> words = new HashSet<>(canonical.words());
            attributes.forEach((key, value) -> {
                Attribute attribute = Attribute.of(value);
                if (!attribute.empty() && !words.containsAll(attribute.text().words())) {
                    compared.put(key, attribute);
                }
            });
        }
        return compared;
    }
}
