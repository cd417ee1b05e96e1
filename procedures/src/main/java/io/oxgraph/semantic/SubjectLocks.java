package io.oxgraph.semantic;

import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Lookup;
import io.oxgraph.text.Identifiers;
import java.time.ZonedDateTime;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.NotFoundException;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;

/** Serialises the writers of a subject. Several locks are taken in order of ids, to avoid deadlocks. */
final class SubjectLocks {
    private static final String NO_SUBJECT = "no_subject";
    private static final String MERGE =
            """
            MERGE (l:_mem:lock {workspace_id: $workspace_id, id: $id})
            ON CREATE SET l.name = $name, l.created_at = $now
            RETURN l""";
    /** Degree from which a node is dense: Neo4j then adds relationships without locking the node. */
    private static final int DENSE = 50;

    private final Transaction tx;
    private final String workspaceId;
    private final ZonedDateTime now;
    private final Map<String, Node> waiting = new TreeMap<>();
    private boolean deleted;

    SubjectLocks(Transaction tx, String workspaceId, ZonedDateTime now) {
        this.tx = tx;
        this.workspaceId = workspaceId;
        this.now = now;
    }

    /** Adds a subject; '' is a shared lock for memories without a subject. */
    void subject(String subjectId) {
        String id = subjectId.isEmpty() ? Identifiers.stableId(workspaceId, "lock", List.of(NO_SUBJECT)) : subjectId;
        if (!waiting.containsKey(id)) {
            Optional<Node> node = Lookup.byId(tx, workspaceId, id);
            (subjectId.isEmpty() ? node.or(() -> Optional.of(merge(id))) : node).ifPresent(this::add);
        }
    }

    void add(Node node) {
        try {
            waiting.put((String) node.getProperty(Keys.ID), node);
        } catch (NotFoundException e) {
            deleted = true;
        }
    }

    /** Adds a node that gets a relationship, unless it is dense. */
    void addSparse(Node node) {
        try {
            if (node.getDegree() < DENSE) {
                add(node);
            }
        } catch (NotFoundException e) {
            deleted = true;
        }
    }

    /** Acquires all locks; false when a node was deleted. */
    boolean take() {
        boolean all = !deleted;
        for (Node node : waiting.values()) {
            all &= lock(node);
        }
        waiting.clear();
        deleted = false;
        return all;
    }

    /** Locks nodes in order of their ids. */
    static void inOrder(Transaction tx, Collection<Node> nodes) {
        Map<String, Node> sorted = new TreeMap<>();
        nodes.forEach(node -> sorted.put((String) node.getProperty(Keys.ID), node));
        sorted.values().forEach(tx::acquireWriteLock);
    }

    private boolean lock(Node node) {
        try {
            tx.acquireWriteLock(node);
            return node.hasProperty(Keys.ID);
        } catch (NotFoundException e) {
            return false;
        }
    }

    private Node merge(String id) {
        Map<String, Object> parameters = Map.of("workspace_id", workspaceId, "id", id, "name", NO_SUBJECT, "now", now);
        try (Result result = tx.execute(MERGE, parameters)) {
            Node node = (Node) result.next().get("l");
            result.accept(row -> true);
            return node;
        }
    }
}
