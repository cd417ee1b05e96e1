package io.oxgraph.graph;

import io.oxgraph.graph.RecentNodes.Kept;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.neo4j.graphdb.Direction;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.NotFoundException;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.Transaction;

/**
 * The chain of a session's actions in time order, read from its end. The session's LAST relationship leads to one of its
 * last actions: moving it at each append would delete and create a relationship, and change the session's node, each
 * time. Where this server found the end before, it begins there; any action of the session will do, as the end is found by
 * going on along NEXT.
 */
public final class SessionChain {
    /** The largest number of steps from the end node of LAST to the end of the chain. */
    public static final int BEHIND = 31;

    private static final String SESSION_ID = "session_id";

    private final Transaction tx;
    private final Node session;
    private final String workspaceId;
    private final String sessionId;

    /** The chain of a session; the node is the session's. */
    public SessionChain(Transaction tx, Node session, String workspaceId, String sessionId) {
        this.tx = tx;
        this.session = session;
        this.workspaceId = workspaceId;
        this.sessionId = sessionId;
    }

    /**
     * The end of a chain.
     *
     * @param behind an upper bound of the steps from the end node of LAST to this action
     */
    public record End(Node action, int behind) {
        private static End of(Kept kept) {
            return new End(kept.node(), kept.number());
        }

        private static End of(Relationship last) {
            return new End(last.getEndNode(), 0);
        }
    }

    /** The end; null for a session without actions. */
    public End end() {
        Optional<End> begin = RecentNodes.kept(tx, Labels.ACTION, workspaceId, SESSION_ID, sessionId)
                .map(End::of)
                .or(() -> lastRelationship().map(End::of));
        return begin.map(SessionChain::last).orElse(null);
    }

    /** Keeps the end, so that the next call begins there. It does not count when this transaction fails. */
    public void keep(End end) {
        RecentNodes.keep(new Kept(end.action, end.behind), Labels.ACTION, workspaceId, SESSION_ID, sessionId);
    }

    /** The relationship that leads to one of the last actions. */
    public Optional<Relationship> lastRelationship() {
        return Optional.ofNullable(session.getSingleRelationship(Relations.LAST, Direction.OUTGOING));
    }

    /**
     * The last actions, at most {@code most}, in order.
     *
     * @throws NotFoundException when the session or an action was erased meanwhile
     */
    public Deque<Node> latest(int most) {
        Deque<Node> chain = new ArrayDeque<>();
        End end = end();
        Node action = end == null ? null : end.action;
        while (action != null && chain.size() < most) {
            chain.addFirst(action);
            Relationship edge = action.getSingleRelationship(Relations.NEXT, Direction.INCOMING);
            action = edge == null ? null : edge.getStartNode();
        }
        return chain;
    }

    private static End last(End begin) {
        Node action = begin.action;
        int behind = begin.behind;
        Relationship edge = action.getSingleRelationship(Relations.NEXT, Direction.OUTGOING);
        while (edge != null) {
            action = edge.getEndNode();
            behind++;
            edge = action.getSingleRelationship(Relations.NEXT, Direction.OUTGOING);
        }
        return new End(action, behind);
    }
}
