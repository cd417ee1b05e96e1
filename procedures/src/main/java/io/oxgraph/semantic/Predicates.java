package io.oxgraph.semantic;

import io.oxgraph.graph.PredicateNames;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;

/** The predicates of a workspace, or else the built-in ones; each is looked up once per call. */
public final class Predicates {
    private final PredicateNames names;
    private final Map<String, Predicate> known = new HashMap<>(Map.of("", Predicate.UNKNOWN));

    Predicates(PredicateNames names) {
        this.names = names;
    }

    /** The predicate that a text names in a workspace: a synonym resolves to the predicate that it means. */
    public static String resolve(Transaction tx, String workspaceId, String text) {
        return new PredicateNames(tx, workspaceId).resolve(text);
    }

    /** All names under which memories with the predicate that a text names may be stored. */
    public static List<String> names(Transaction tx, String workspaceId, String text) {
        return new PredicateNames(tx, workspaceId).spellings(List.of(text));
    }

    Predicate get(String name) {
        return known.computeIfAbsent(name, this::read);
    }

    private Predicate read(String name) {
        Node definition = names.definition(name);
        return definition == null ? PredicateTable.get(name) : of(definition);
    }

    private static Predicate of(Node node) {
        Object importance = node.getProperty("importance", null);
        return new Predicate(
                Boolean.TRUE.equals(node.getProperty("stateful", false)),
                importance instanceof Number number ? number.doubleValue() : Predicate.UNKNOWN.importance());
    }
}
