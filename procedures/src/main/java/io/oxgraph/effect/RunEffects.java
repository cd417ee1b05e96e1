package io.oxgraph.effect;

import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.graph.Statements;
import io.oxgraph.graph.Workspace;
import io.oxgraph.model.RunResults.RunEffectResult;
import io.oxgraph.situation.Holdout;
import java.time.ZonedDateTime;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;

/**
 * Measures the effect of all warnings on runs: sessions that may see warnings against sessions in which all are withheld
 * (holdout_unit session), by intention to treat.
 */
public final class RunEffects {
    private final Transaction tx;
    private final Workspace workspace;
    private final Map<String, Run> runs = new HashMap<>();

    private RunEffects(Transaction tx, Workspace workspace) {
        this.tx = tx;
        this.workspace = workspace;
    }

    /**
     * Returns the one row. Without a holdout of sessions all counts are 0.
     *
     * @param since earliest start of a session; null for the start of the holdout
     */
    public static RunEffectResult of(Transaction tx, String workspaceId, ZonedDateTime since, ZonedDateTime now) {
        RunEffects effects = new RunEffects(tx, Workspace.load(tx, workspaceId));
        return effects.measure(since, now);
    }

    private RunEffectResult measure(ZonedDateTime since, ZonedDateTime now) {
        Node node = Lookup.byId(tx, Labels.WORKSPACE, workspace.id(), workspace.id())
                .orElseThrow();
        ZonedDateTime begun = (ZonedDateTime) node.getProperty("holdout_since", now);
        ZonedDateTime stopped = (ZonedDateTime) node.getProperty("injection_stopped_at", now);
        ZonedDateTime from = since == null || since.isBefore(begun) ? begun : since;
        ZonedDateTime until = stopped.isBefore(now) ? stopped : now;
        RunComparison comparison = new RunComparison(workspace.holdoutRate());
        if (workspace.holdsOutSessions() && workspace.holdoutRate() > 0) {
            read(from, until);
            runs.values().stream().sorted(Run.ORDER).forEach(run -> comparison.add(run, isWithheld(run)));
        }
        return comparison.result(from, until);
    }

    private boolean isWithheld(Run run) {
        return Holdout.withholds(workspace.id(), Workspace.SESSION, run.sessionId(), workspace.holdoutRate());
    }

    private void read(ZonedDateTime from, ZonedDateTime until) {
        Map<String, Object> span = Map.of("workspace_id", workspace.id(), "since", from, "now", until);
        try (var found = tx.execute(Statements.get("effect/closed"), span).<Node>columnAs("q")) {
            while (found.hasNext()) {
                add(found.next(), from);
            }
        }
    }

    /** A session that began before the holdout, or has not ended, does not count. */
    private void add(Node sequence, ZonedDateTime from) {
        String id = (String) sequence.getProperty("session_id");
        long failed = ((Number) sequence.getProperty("failure_count")).longValue();
        Run known = runs.get(id);
        if (known != null) {
            runs.put(id, known.plus(failed));
            return;
        }
        Lookup.session(tx, workspace.id(), id)
                .filter(node -> node.hasProperty("ended_at"))
                .filter(node -> !((ZonedDateTime) node.getProperty("started_at")).isBefore(from))
                .ifPresent(node -> runs.put(id, Run.of(node, failed)));
    }

    /**
     * A run of an agent: an ended session.
     *
     * @param failed whether it did not reach its goal; null where no outcome was given
     * @param task what its agent was to do; '' where it was not given
     * @param failedActions number of its actions that failed
     */
    record Run(String sessionId, ZonedDateTime endedAt, Boolean failed, String task, long failedActions) {
        static final Comparator<Run> ORDER = Comparator.comparing(Run::endedAt).thenComparing(Run::sessionId);

        static Run of(Node session, long failedActions) {
            return new Run(
                    (String) session.getProperty("session_id", session.getProperty(Keys.ID)),
                    (ZonedDateTime) session.getProperty("ended_at"),
                    outcome(session),
                    (String) session.getProperty("intent", ""),
                    failedActions);
        }

        /** Whether a session failed, by the outcome that was given at its end; null without one. */
        static Boolean outcome(Node session) {
            return session.getProperty("outcome", null) instanceof String given ? given.equals("failure") : null;
        }

        private Run plus(long more) {
            return new Run(sessionId, endedAt, failed, task, failedActions + more);
        }
    }
}
