package io.oxgraph.effect;

import io.oxgraph.effect.MeasuredPattern.ClosedSequence;
import io.oxgraph.effect.MeasuredPattern.SituationHistory;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.graph.Statements;
import io.oxgraph.graph.Workspace;
import io.oxgraph.model.PatternResults.EffectResult;
import io.oxgraph.situation.Situation;
import io.oxgraph.situation.Situation.Step;
import io.oxgraph.text.OutcomeText;
import java.time.ZonedDateTime;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.NotFoundException;
import org.neo4j.graphdb.ResourceIterator;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;

/**
 * Measures the effect of a workspace's patterns against its holdout (intention to treat). Streams the sequences one by
 * one.
 */
public final class PatternEffects {
    private static final String WORKSPACE_ID = "workspace_id";

    private final Transaction tx;
    private final Workspace workspace;

    private PatternEffects(Transaction tx, Workspace workspace) {
        this.tx = tx;
        this.workspace = workspace;
    }

    /**
     * Returns a row for each active pattern, suppressed or not. Without a holdout all figures are empty.
     *
     * @param patternIds null for all patterns
     * @param since earliest start of a sequence; null for the start of the holdout
     */
    public static Stream<EffectResult> of(
            Transaction tx, String workspaceId, List<String> patternIds, ZonedDateTime since, ZonedDateTime now) {
        PatternEffects effects = new PatternEffects(tx, Workspace.load(tx, workspaceId));
        ZonedDateTime begun = effects.begun(now);
        MeasuredPattern.Span asked =
                new MeasuredPattern.Span(since == null || since.isBefore(begun) ? begun : since, now);
        List<MeasuredPattern> all = effects.patterns(patternIds)
                .map(node -> MeasuredPattern.of(node, workspaceId, asked))
                .toList();
        effects.measure(all, now);
        return all.stream().map(MeasuredPattern::result);
    }

    /** Start of the holdout; now when there is none. */
    private ZonedDateTime begun(ZonedDateTime now) {
        return Lookup.byId(tx, Labels.WORKSPACE, workspace.id(), workspace.id())
                .filter(node -> workspace.holdoutRate() > 0)
                .map(node -> (ZonedDateTime) node.getProperty("holdout_since", null))
                .orElse(now);
    }

    private Stream<Node> patterns(List<String> ids) {
        if (ids == null) {
            return nodes("effect/active", "p", Map.of(WORKSPACE_ID, workspace.id())).toList().stream();
        }
        return ids.stream()
                .distinct()
                .map(id -> Lookup.byId(tx, Labels.PATTERN, workspace.id(), id))
                .flatMap(Optional::stream)
                .filter(node -> "active".equals(node.getProperty("status", null)))
                .filter(node -> !OutcomeText.isOutcome((String) node.getProperty("context", null)));
    }

    private void measure(List<MeasuredPattern> patterns, ZonedDateTime now) {
        Optional<ZonedDateTime> first =
                patterns.stream().map(pattern -> pattern.span().from()).min(ZonedDateTime::compareTo);
        if (workspace.holdoutRate() <= 0 || first.isEmpty() || !first.get().isBefore(now)) {
            return;
        }
        Map<Step, List<MeasuredPattern>> byPair =
                patterns.stream().collect(Collectors.groupingBy(MeasuredPattern::pair));
        Map<String, Object> span = Map.of(WORKSPACE_ID, workspace.id(), "since", first.get(), "now", now);
        try (Stream<Node> sequences = nodes("effect/closed", "q", span)) {
            sequences.forEach(sequence -> count(byPair, sequence));
        }
    }

    /** A sequence that a pass replaces concurrently is skipped. */
    private void count(Map<Step, List<MeasuredPattern>> byPair, Node sequence) {
        MeasuredPattern.HoldoutAssignment holding = new MeasuredPattern.HoldoutAssignment(workspace);
        try {
            ClosedSequence run = ClosedSequence.of(sequence, outcome(sequence));
            byPair.forEach((pair, patterns) -> count(patterns, run, SituationHistory.of(pair, run.actions()), holding));
        } catch (NotFoundException e) {
            return;
        }
    }

    /** Whether the sequence's session failed, by the outcome given at its end; null without one. */
    private Boolean outcome(Node sequence) {
        return Lookup.session(tx, workspace.id(), (String) sequence.getProperty("session_id"))
                .map(RunEffects.Run::outcome)
                .orElse(null);
    }

    private static void count(
            Collection<MeasuredPattern> patterns,
            ClosedSequence run,
            List<Situation> states,
            MeasuredPattern.HoldoutAssignment holding) {
        patterns.forEach(pattern -> pattern.count(run, states, holding));
    }

    private Stream<Node> nodes(String statement, String column, Map<String, Object> parameters) {
        Result result = tx.execute(Statements.get(statement), parameters);
        ResourceIterator<Node> nodes = result.columnAs(column);
        return nodes.stream().onClose(result::close);
    }
}
