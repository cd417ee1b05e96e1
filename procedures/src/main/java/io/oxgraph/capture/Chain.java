package io.oxgraph.capture;

import io.oxgraph.graph.Keys;
import io.oxgraph.graph.LockedNode;
import io.oxgraph.graph.Relations;
import io.oxgraph.graph.SessionChain;
import io.oxgraph.graph.SessionChain.End;
import io.oxgraph.model.Action.ChainKey;
import java.time.ZonedDateTime;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.neo4j.graphdb.Direction;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;

/**
 * The chain of a session's actions in time order. Appending costs constant time; a late action is inserted at the
 * place found by the index on (workspace_id, session_id, started_at). Link actions in ascending order.
 */
final class Chain {
    private static final String BEFORE =
            """
            MATCH (a:action)
            WHERE a.workspace_id = $workspace_id AND a.session_id = $session_id AND a.started_at < $started_at
            RETURN a ORDER BY a.started_at DESC LIMIT 1""";

    private static final String FROM =
            """
            MATCH (a:action)
            WHERE a.workspace_id = $workspace_id AND a.session_id = $session_id AND a.started_at >= $started_at
            RETURN a ORDER BY a.started_at LIMIT 1""";

    /** Maximum number of steps along the chain before the index is used. */
    private static final int STEPS = 32;

    private final Transaction tx;
    private final Node session;
    private final SessionChain chain;
    private final boolean isNew;
    private Node last;
    private ChainKey lastKey;
    /** An upper bound of the steps from the end node of LAST to the last one. */
    private int behind;
    /** Where the previous late action was inserted. */
    private Node cursor;

    /** The neighbours of an insertion. */
    private record Place(Node previous, Node next) {}

    /** The chain of a session that is locked; one created in this transaction has no action yet. */
    Chain(Transaction tx, SessionChain chain, LockedNode session) {
        this.tx = tx;
        this.chain = chain;
        this.session = session.node();
        End end = session.created() ? null : chain.end();
        this.isNew = end == null;
        if (end != null) {
            last = end.action();
            lastKey = key(last);
            behind = end.behind();
        }
    }

    /**
     * Links an action.
     *
     * @param create creates the node after the place was found, so that the search cannot find it; empty when there is
     *     nothing to link
     */
    void link(ChainKey key, Supplier<Optional<Node>> create) {
        behind++;
        if (last == null || key.compareTo(lastKey) > 0) {
            create.get().ifPresent(node -> append(key, node));
        } else {
            Place place = find(key);
            create.get().ifPresent(node -> insert(place, node));
        }
    }

    /** Moves the LAST relationship where it lies too far behind; call once, after all links. */
    void close() {
        if (isNew || behind > SessionChain.BEHIND) {
            chain.lastRelationship().ifPresent(Relationship::delete);
            session.createRelationshipTo(last, Relations.LAST);
            behind = 0;
        }
        chain.keep(new End(last, behind));
    }

    private void append(ChainKey key, Node node) {
        if (last != null) {
            last.createRelationshipTo(node, Relations.NEXT);
        }
        last = node;
        lastKey = key;
    }

    private void insert(Place place, Node node) {
        if (place.previous != null) {
            Relationship bypassed = place.previous.getSingleRelationship(Relations.NEXT, Direction.OUTGOING);
            if (bypassed != null) {
                bypassed.delete();
            }
            place.previous.createRelationshipTo(node, Relations.NEXT);
        }
        node.createRelationshipTo(place.next, Relations.NEXT);
        cursor = node;
    }

    private Place find(ChainKey key) {
        if (cursor != null) {
            Place place = walk(cursor, key, STEPS);
            if (place != null) {
                return place;
            }
        }
        Node before = seek(BEFORE, key);
        return before != null ? walk(before, key, Integer.MAX_VALUE) : fromHead(key);
    }

    /** No action is earlier; only those with the same time can precede it. */
    private Place fromHead(ChainKey key) {
        Node head = head(seek(FROM, key));
        return key.compareTo(key(head)) < 0 ? new Place(null, head) : walk(head, key, Integer.MAX_VALUE);
    }

    /** Walks forward from a node before the key; null when the place is more than {@code steps} away. */
    private static Place walk(Node from, ChainKey key, int steps) {
        Node previous = from;
        for (int i = 0; i < steps; i++) {
            Node next = neighbour(previous, Direction.OUTGOING);
            if (next == null || key.compareTo(key(next)) < 0) {
                return new Place(previous, next);
            }
            previous = next;
        }
        return null;
    }

    private static Node head(Node node) {
        Node head = node;
        for (Node before = node; before != null; before = neighbour(before, Direction.INCOMING)) {
            head = before;
        }
        return head;
    }

    private static Node neighbour(Node node, Direction direction) {
        Relationship next = node.getSingleRelationship(Relations.NEXT, direction);
        return next == null ? null : next.getOtherNode(node);
    }

    private Node seek(String query, ChainKey key) {
        Map<String, Object> parameters = Map.of(
                "workspace_id", session.getProperty(Keys.WORKSPACE_ID),
                "session_id", session.getProperty("session_id"),
                "started_at", key.startedAt());
        try (Result result = tx.execute(query, parameters)) {
            return result.hasNext() ? (Node) result.next().get("a") : null;
        }
    }

    private static ChainKey key(Node node) {
        Map<String, Object> found = node.getProperties("started_at", "seq", Keys.ID);
        return new ChainKey(
                (ZonedDateTime) found.get("started_at"), (Long) found.get("seq"), (String) found.get(Keys.ID));
    }
}
