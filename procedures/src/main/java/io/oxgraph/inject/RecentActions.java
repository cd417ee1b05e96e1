package io.oxgraph.inject;

import io.oxgraph.graph.Lookup;
import io.oxgraph.graph.SessionChain;
import io.oxgraph.graph.Workspace;
import io.oxgraph.situation.Situation.Step;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.NotFoundException;
import org.neo4j.graphdb.Transaction;

/** The last actions of a session that will be in one sequence with the next action. */
final class RecentActions {
    /** Maximum number of actions read. */
    private static final int MAX_ACTIONS = 50;

    private final Transaction tx;
    private final Workspace workspace;

    RecentActions(Transaction tx, Workspace workspace) {
        this.tx = tx;
        this.workspace = workspace;
    }

    /** In order; empty for an unknown session, or after a pause longer than the sequence gap. */
    List<Step> of(String sessionId, ZonedDateTime now) {
        if (sessionId == null) {
            return List.of();
        }
        try {
            return Lookup.session(tx, workspace.id(), sessionId)
                    .map(session -> new SessionChain(tx, session, workspace.id(), sessionId))
                    .map(chain -> unbroken(chain.latest(MAX_ACTIONS), now))
                    .orElse(List.of());
        } catch (NotFoundException e) {
            return List.of(); // The session was erased concurrently.
        }
    }

    private List<Step> unbroken(Iterable<Node> chain, ZonedDateTime now) {
        List<Step> steps = new ArrayList<>();
        ZonedDateTime end = null;
        for (Node action : chain) {
            if (isAfterGap(end, (ZonedDateTime) action.getProperty("started_at"))) {
                steps.clear();
            }
            steps.add(Step.of(action.getProperties("action_type", "target_node_type", "target_node_ids", "outcome")));
            end = later(end, (ZonedDateTime) action.getProperty("ended_at"));
        }
        return isAfterGap(end, now) ? List.of() : steps;
    }

    private boolean isAfterGap(ZonedDateTime end, ZonedDateTime start) {
        return end != null && start.isAfter(end.plusSeconds(workspace.sequenceGapSeconds()));
    }

    private static ZonedDateTime later(ZonedDateTime one, ZonedDateTime other) {
        return one == null || other.isAfter(one) ? other : one;
    }
}
