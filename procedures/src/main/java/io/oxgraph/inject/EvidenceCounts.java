package io.oxgraph.inject;

import io.oxgraph.graph.Keys;
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
import java.util.Map;
import java.util.Optional;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;

/** What pass 2 has counted, within the evidence window as it lies now. */
final class EvidenceCounts {
    private static final long[] NO_DAYS = {};
    private static final String DAY_ACTIONS = "day_actions";
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

    /** Where the counts of a pair of action type and node type stand. */
    Optional<Node> tally(String actionType, String nodeType) {
        return node(Identifiers.stableId(workspaceId, "tally", List.of(actionType, nodeType)));
    }

    /** All actions of a pair, or those on one target. */
    Counts ofPair(Node tally) {
        return new Counts(sum(tally, DAY_ACTIONS), sum(tally, DAY_FAILURES));
    }

    /** Whether a pair's targets are known before its actions are done: not where only successes have one. */
    boolean targetsTell(Node tally) {
        return sum(tally, DAY_FAILURES) == 0 || sum(tally, "day_targeted_failures") > 0;
    }

    /** The id of the node that counts a context. */
    String keyId(Step step, String context) {
        return Contexts.keyId(workspaceId, step.actionType(), step.nodeType(), context);
    }

    /** The node with this id; none for null. */
    Optional<Node> node(String id) {
        return id == null ? Optional.empty() : Lookup.byId(tx, workspaceId, id);
    }

    /** The actions in a context. */
    Counts ofContext(Node key) {
        return new Counts(sum(key, "day_totals"), sum(key, DAY_ACTIONS));
    }

    /** What a key adds to its counts: its id, by which captures name it, and the sequences with a failure. */
    Map<String, Object> ofKey(Node key) {
        return Map.of(Keys.ID, key.getProperty(Keys.ID), "sample_count", sum(key, "day_sequences"));
    }

    /** The latest pattern of a context, if it ever was one. */
    Optional<Node> pattern(Node key) {
        return node((String) key.getProperty("pattern_id", null));
    }

    /** What was done on the step's target in earlier sequences. */
    Counts ofTarget(Step step) {
        if (step.target() == null) {
            return Counts.NONE;
        }
        return node(Contexts.nodeTallyId(workspaceId, step.actionType(), step.nodeType(), step.target()))
                .map(this::ofPair)
                .orElse(Counts.NONE);
    }

    /** What turns estimates into probabilities here. */
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

    /** An empty list has no type of its own. */
    private static long[] numbers(Node node, String key) {
        return node.getProperty(key, null) instanceof long[] numbers ? numbers : NO_DAYS;
    }
}
