package io.oxgraph.inject;

import io.oxgraph.graph.Statements;
import io.oxgraph.graph.Workspace;
import io.oxgraph.situation.Outage;
import io.oxgraph.situation.Outage.Attempt;
import io.oxgraph.situation.Situation.Counts;
import io.oxgraph.situation.Situation.Step;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;

/** The last minutes of a tool in the workspace. */
final class RecentAttempts {
    /** How far back it is looked, in minutes. */
    private static final long MINUTES = 15;

    private final Transaction tx;
    private final Workspace workspace;

    RecentAttempts(Transaction tx, Workspace workspace) {
        this.tx = tx;
        this.workspace = workspace;
    }

    /** Whether the tool of an action is out of order. */
    Outage outage(Step next, Counts usual, ZonedDateTime now) {
        return Outage.of(of(next, now), usual);
    }

    /** In time order. */
    private List<Attempt> of(Step next, ZonedDateTime now) {
        Map<String, Object> parameters = Map.of(
                "workspace_id", workspace.id(),
                "action_type", next.actionType(),
                "since", now.minusMinutes(MINUTES),
                "now", now);
        List<Attempt> found = new ArrayList<>();
        try (Result rows = tx.execute(Statements.get("inject/recent"), parameters)) {
            while (rows.hasNext()) {
                Map<String, Object> row = rows.next();
                if (row.get("node_type").equals(next.nodeType())) {
                    found.add(attempt(row, found.size()));
                }
            }
        }
        Collections.reverse(found);
        return found;
    }

    /** Calls without a target are different ones. */
    private static Attempt attempt(Map<String, Object> row, int place) {
        Object target = row.get("target");
        String call = row.get("session_id") + "\u001f" + (target == null ? "#" + place : target);
        return new Attempt(!"success".equals(row.get("outcome")), call);
    }
}
