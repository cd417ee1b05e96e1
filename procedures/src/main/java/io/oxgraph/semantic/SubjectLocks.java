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

/** Has writers of one subject stand in line. Whoever needs several locks takes them in the order of ids. */
final class SubjectLocks {
    private static final String NO_SUBJECT = "no_subject";
    private static final String MERGE =
            """
            MERGE (l:_mem:lock {workspace_id: $workspace_id, id: $id})
            ON CREATE SET l.name = $name, l.created_at = $now
            RETURN l""";
    /** From so many relationships on a node's are kept in groups, and a new one needs no lock of the node. */
    private static final int DENSE = 50;

    private final Transaction tx;
    private final String workspaceId;
    private final ZonedDateTime now;
    private final Map<String, Node> waiting = new TreeMap<>();
    private boolean gone;

    SubjectLocks(Transaction tx, String workspaceId, ZonedDateTime now) {
        this.tx = tx;
        this.workspaceId = workspaceId;
        this.now = now;
    }

    /** A subject; '' is what memories without one share. */
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
            gone = true;
        }
    }

    /** A node that gets a relationship, which locks it anyway where it has few. */
    void addSparse(Node node) {
        try {
            if (node.getDegree() < DENSE) {
                add(node);
            }
        } catch (NotFoundException e) {
            gone = true;
        }
    }

    /** Waits for all of them; false when one was deleted meanwhile, or is gone already. */
    boolean take() {
        boolean all = !gone;
        for (Node node : waiting.values()) {
            all &= lock(node);
        }
        waiting.clear();
        gone = false;
        return all;
    }

    /** Locks nodes in the order of their ids; those that are gone are left out. */
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
