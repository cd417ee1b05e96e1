package io.oxgraph.inject;

import io.oxgraph.graph.Lookup;
import io.oxgraph.graph.Workspace;
import io.oxgraph.situation.Contexts;
import io.oxgraph.situation.Forecast;
import io.oxgraph.situation.Situation.Counts;
import io.oxgraph.situation.Situation.Step;
import io.oxgraph.text.Identifiers;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Optional;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;

/** Reads the counts of the pattern pass within the current evidence window. */
final class EvidenceCounts {
    private static final long[] NO_DAYS = {};
    private static final String DAY_ACTIONS = "day_actions";
    private static final String DAY_SEQUENCES = "day_sequences";
    private static final String DAY_FAILURES = "day_failures";

    private final Transaction tx;
    private final String workspaceId;
    private final long firstDay;

    EvidenceCounts(Transaction tx, Workspace workspace, ZonedDateTime now) {
        this.tx = tx;
        this.workspaceId = workspace.id();
        this.firstDay =
                now.withZoneSameInstant(ZoneOffset.UTC).toLocalDate().toEpochDay() - workspace.evidenceWindowDays();
    }

    /** The tally node of a pair of action type and node type. */
    Optional<Node> tally(String actionType, String nodeType) {
        return node(Identifiers.stableId(workspaceId, "tally", List.of(actionType, nodeType)));
    }

    /** Counts of a tally: all actions of a pair, or those on one target. */
    Counts ofPair(Node tally) {
        return new Counts(sum(tally, DAY_ACTIONS), sum(tally, DAY_FAILURES));
    }

    /** Whether targets are known before actions; not when only successes have one. */
    boolean targetsTell(Node tally) {
        return sum(tally, DAY_FAILURES) == 0 || sum(tally, "day_targeted_failures") > 0;
    }

    /** Id of the pattern_key of a context. */
    String keyId(Step step, String context) {
        return Contexts.keyId(workspaceId, step.actionType(), step.nodeType(), context);
    }

    /** The node with this id; empty for null. */
    Optional<Node> node(String id) {
        return id == null ? Optional.empty() : Lookup.byId(tx, workspaceId, id);
    }

    /** Counts of a context. */
    Counts ofContext(Node key) {
        return new Counts(sum(key, "day_totals"), sum(key, DAY_ACTIONS));
    }

    /** Number of sequences in which a pair was tried. */
    long sequencesOfPair(Node tally) {
        return sum(tally, DAY_SEQUENCES);
    }

    /** Number of sequences in which a context arose; of days counted by an earlier version, those with a failure. */
    long sequencesOfContext(Node key) {
        return Math.max(sum(key, "day_total_sequences"), sum(key, DAY_SEQUENCES));
    }

    /** The latest pattern version of a context, if any. */
    Optional<Node> pattern(Node key) {
        return node((String) key.getProperty("pattern_id", null));
    }

    /** Counts of the step's target in earlier sequences. */
    Counts ofTarget(Step step) {
        if (step.target() == null) {
            return Counts.NONE;
        }
        return node(Contexts.nodeTallyId(workspaceId, step.actionType(), step.nodeType(), step.target()))
                .map(this::ofPair)
                .orElse(Counts.NONE);
    }

    /** The workspace's calibration. */
    Forecast forecast() {
        return node(Identifiers.stableId(workspaceId, "forecast", List.of("failure")))
                .map(node -> Forecast.of(node.getAllProperties()))
                .orElse(Forecast.START);
    }

    private long sum(Node node, String counts) {
        long[] days = numbers(node, "days");
        long[] numbers = numbers(node, counts);
        long sum = 0;
        for (int i = 0; i < Math.min(days.length, numbers.length); i++) {
            sum += days[i] >= firstDay ? numbers[i] : 0;
        }
        return sum;
    }

    /** An empty stored list has no type. */
    private static long[] numbers(Node node, String key) {
        return node.getProperty(key, null) instanceof long[] numbers ? numbers : NO_DAYS;
    }
}
