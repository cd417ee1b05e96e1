package io.oxgraph.graph;

import java.util.ArrayDeque;
import java.util.Deque;
import org.neo4j.graphdb.Direction;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.NotFoundException;
import org.neo4j.graphdb.Relationship;

/**
 * The chain of a session's actions in time order, read from its end. The session's LAST relationship leads to one of its
 * last actions: moving it at each append would delete and create a relationship, and change the session's node, each time.
 */
public final class SessionChain {
    /** The largest number of steps from the end node of LAST to the end of the chain. */
    public static final int BEHIND = 4;

    private SessionChain() {}

    /** The last action; null for a session without actions. */
    public static Node last(Node session) {
        Relationship edge = session.getSingleRelationship(Relations.LAST, Direction.OUTGOING);
        Node last = null;
        while (edge != null) {
            last = edge.getEndNode();
            edge = last.getSingleRelationship(Relations.NEXT, Direction.OUTGOING);
        }
        return last;
    }

    /**
     * The last actions, at most {@code most}, in order.
     *
     * @throws NotFoundException when the session or an action was erased meanwhile
     */
    public static Deque<Node> latest(Node session, int most) {
        Deque<Node> chain = new ArrayDeque<>();
        Node action = last(session);
        while (action != null && chain.size() < most) {
            chain.addFirst(action);
            Relationship edge = action.getSingleRelationship(Relations.NEXT, Direction.INCOMING);
            action = edge == null ? null : edge.getStartNode();
        }
        return chain;
    }
}
