package io.oxgraph.capture;

import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Relations;
import io.oxgraph.model.Action.ChainKey;
import java.time.ZonedDateTime;
import java.util.Map;
import java.util.function.Supplier;
import org.neo4j.graphdb.Direction;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;

/**
 * A session's actions in their order. One that comes last is appended at constant cost; a late one is put in its
 * place, which the index on (workspace_id, session_id, started_at) finds. Actions are to be linked in ascending order.
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

    /** After so many steps along the chain the index is the shorter way. */
    private static final int STEPS = 32;

    private final Transaction tx;
    private final Node session;
    private final Relationship lastBefore;
    private Node last;
    private ChainKey lastKey;
    /** Where the previous late action went in. */
    private Node cursor;

    /** Where an action goes; both are null in an empty chain. */
    private record Place(Node previous, Node next) {}

    Chain(Transaction tx, Node session) {
        this.tx = tx;
        this.session = session;
        this.lastBefore = session.getSingleRelationship(Relations.LAST, Direction.OUTGOING);
        if (lastBefore != null) {
            last = lastBefore.getEndNode();
            lastKey = key(last);
        }
    }

    /**
     * Puts an action in its place.
     *
     * @param create makes the node, once the place is found, so that the search cannot meet it
     */
    void link(ChainKey key, Supplier<Node> create) {
        if (last == null || key.compareTo(lastKey) > 0) {
            append(key, create.get());
        } else {
            Place place = find(key);
            insert(place, create.get());
        }
    }

    /** Writes the end of the chain; to be called once, when all are linked. */
    void close() {
        if (lastBefore == null || !lastBefore.getEndNode().equals(last)) {
            if (lastBefore != null) {
                lastBefore.delete();
            }
            session.createRelationshipTo(last, Relations.LAST);
        }
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

    /** Nothing lies before the time: only those of the very same time can come first. */
    private Place fromHead(ChainKey key) {
        Node head = head(seek(FROM, key));
        return key.compareTo(key(head)) < 0 ? new Place(null, head) : walk(head, key, Integer.MAX_VALUE);
    }

    /** Goes forward from a node that lies before the key; null when the place is further away than the steps. */
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
        return new ChainKey(
                (ZonedDateTime) node.getProperty("started_at"), (Long) node.getProperty("seq", null), (String)
                        node.getProperty(Keys.ID));
    }
}
