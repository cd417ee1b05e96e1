package io.oxgraph.semantic;

import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Labels;
import java.util.HashMap;
import java.util.Map;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.ResourceIterator;
import org.neo4j.graphdb.Transaction;

/** The predicates of a workspace, or else the built-in ones; each is looked up once per call. */
final class Predicates {
    private final Transaction tx;
    private final String workspaceId;
    private final Map<String, Predicate> known = new HashMap<>(Map.of("", Predicate.UNKNOWN));

    Predicates(Transaction tx, String workspaceId) {
        this.tx = tx;
        this.workspaceId = workspaceId;
    }

    Predicate get(String name) {
        return known.computeIfAbsent(name, this::read);
    }

    private Predicate read(String name) {
        try (ResourceIterator<Node> nodes =
                tx.findNodes(Labels.PREDICATE, Keys.WORKSPACE_ID, workspaceId, "name", name)) {
            return nodes.hasNext() ? of(nodes.next()) : PredicateTable.get(name);
        }
    }

    private static Predicate of(Node node) {
        Object importance = node.getProperty("importance", null);
        return new Predicate(
                Boolean.TRUE.equals(node.getProperty("stateful", false)),
                importance instanceof Number number ? number.doubleValue() : Predicate.UNKNOWN.importance());
    }
}
