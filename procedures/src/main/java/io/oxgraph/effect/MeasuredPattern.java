package io.oxgraph.effect;

import io.oxgraph.effect.MeasuredPattern.ClosedSequence;
import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Relations;
import io.oxgraph.graph.Workspace;
import io.oxgraph.model.Action.ChainKey;
import io.oxgraph.model.ActionCodes;
import io.oxgraph.model.Pattern;
import io.oxgraph.model.PatternResults.EffectResult;
import io.oxgraph.situation.Contexts;
import io.oxgraph.situation.Contexts.ContextFamily;
import io.oxgraph.situation.Holdout;
import io.oxgraph.situation.Situation;
import io.oxgraph.situation.Situation.Counts;
import io.oxgraph.situation.Situation.Step;
import io.oxgraph.text.Identifiers;
import io.oxgraph.text.SituationText;
import java.time.ZonedDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.neo4j.graphdb.Direction;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;

/**
 * A pattern whose effect is measured. A sequence is a trial when the pattern's situation arose in it, whatever the
 * agent did then, so that showing the pattern cannot influence what counts as a trial (intention to treat): a warning
 * that makes the agent do something else counts too.
 */
final class MeasuredPattern {
    private final Node node;
    private final Step pair;
    private final String errorCode;
    private final String context;
    private final ContextFamily family;
    private final String keyId;
    private final Span span;
    private final EffectEstimate estimate = new EffectEstimate();
    private final EffectEstimate onRuns = new EffectEstimate();

    private MeasuredPattern(Node node, String workspaceId, Span asked) {
        this.node = node;
        this.pair = new Step(text("action_type"), text("node_type"), null, false);
        this.errorCode = text("error_code");
        this.context = (String) node.getProperty("context", null);
        this.family = context == null ? null : Contexts.family(context);
        this.keyId = keyId(workspaceId);
        this.span = asked.within(time("promoted_at"), time("shown_again_at"), time("suppressed_at"));
    }

    static MeasuredPattern of(Node pattern, String workspaceId, Span asked) {
        return new MeasuredPattern(pattern, workspaceId, asked);
    }

    private String keyId(String workspaceId) {
        return context == null
                ? Identifiers.stableId(
                        workspaceId, "pattern_key", List.of(pair.actionType(), pair.nodeType(), errorCode))
                : Contexts.keyId(workspaceId, pair.actionType(), pair.nodeType(), context);
    }

    Step pair() {
        return pair;
    }

    Span span() {
        return span;
    }

    /** Counts a sequence if it is a trial; {@code states} are the situations of the pattern's pair in it. */
    void count(ClosedSequence run, List<Situation> states, HoldoutAssignment holding) {
        if (span.covers(run) && isTrial(run, states)) {
            boolean isWithheld = holding.withholds(keyId, run.sessionId());
            estimate.add(isWithheld, failed(run, states));
            if (run.sessionFailed() != null) {
                onRuns.add(isWithheld, run.sessionFailed());
            }
        }
    }

    private boolean isTrial(ClosedSequence run, List<Situation> states) {
        if (family == null || family.isOfTarget()) {
            return !run.actions().isEmpty() && (family != ContextFamily.HISTORY || run.isCounted());
        }
        return states.stream().anyMatch(this::isHere);
    }

    private boolean failed(ClosedSequence run, List<Situation> states) {
        if (family == ContextFamily.HISTORY) {
            return run.isEvidenceOf(node); // Only the pattern pass knows the node's history in earlier sessions.
        }
        return IntStream.range(0, run.actions().size())
                .anyMatch(i -> isFailure(run.actions().get(i)) && (family == null || isHere(states.get(i))));
    }

    private boolean isHere(Situation state) {
        return Contexts.value(context).equals(state.values().get(family));
    }

    /** For a success pattern or a context pattern any failure counts. */
    private boolean isFailure(ClosedSequence.SequenceAction action) {
        boolean isAny = family != null || errorCode.equals(ActionCodes.SUCCESS);
        return action.step().isLike(pair) && action.step().failed() && (isAny || errorCode.equals(action.errorCode()));
    }

    EffectResult result() {
        List<Double> interval = estimate.interval();
        List<Double> ofRuns = onRuns.interval();
        return new EffectResult(
                (String) node.getProperty(Keys.ID),
                SituationText.name(Pattern.of(node.getAllProperties())),
                context,
                estimate.shown().actions(),
                estimate.shown().failures(),
                estimate.withheld().actions(),
                estimate.withheld().failures(),
                EffectEstimate.rate(estimate.shown()),
                EffectEstimate.rate(estimate.withheld()),
                estimate.riskReduction(),
                interval == null ? null : interval.getFirst(),
                interval == null ? null : interval.getLast(),
                isHarmful(),
                onRuns.shown().actions(),
                onRuns.shown().failures(),
                onRuns.withheld().actions(),
                onRuns.withheld().failures(),
                onRuns.riskReduction(),
                ofRuns == null ? null : ofRuns.getFirst(),
                ofRuns == null ? null : ofRuns.getLast());
    }

    /**
     * Whether the pattern does harm: more runs fail with it, or more of its actions do while the runs, where enough have
     * an outcome, do not end better. What a run comes to decides; its next action only stands for it.
     */
    private boolean isHarmful() {
        boolean isExcused = onRuns.isTried() && onRuns.riskReduction() > 0;
        return onRuns.isHarmful() || (estimate.isHarmful() && !isExcused);
    }

    private String text(String key) {
        return (String) node.getProperty(key, "");
    }

    private ZonedDateTime time(String key) {
        return (ZonedDateTime) node.getProperty(key, null);
    }

    /** The period in which the groups differed only in whether the pattern was shown. */
    record Span(ZonedDateTime from, ZonedDateTime until) {
        /** Limits the period to the time in which the pattern was promoted and not suppressed. */
        Span within(ZonedDateTime promoted, ZonedDateTime shownAgain, ZonedDateTime suppressed) {
            ZonedDateTime latest = Stream.of(from, promoted, shownAgain)
                    .filter(Objects::nonNull)
                    .max(ZonedDateTime::compareTo)
                    .orElseThrow();
            return new Span(latest, suppressed == null || suppressed.isAfter(until) ? until : suppressed);
        }

        /** Whether the whole sequence lies in the period. */
        boolean covers(ClosedSequence run) {
            return !run.startedAt().isBefore(from) && !run.closesAt().isAfter(until);
        }
    }

    /** The holdout assignment of sessions. */
    record HoldoutAssignment(Workspace workspace) {
        boolean withholds(String keyId, String sessionId) {
            return Holdout.withholds(workspace.id(), workspace.holdoutKey(keyId), sessionId, workspace.holdoutRate());
        }
    }

    /**
     * A closed sequence.
     *
     * @param sessionFailed whether its session failed, by the outcome given at its end; null without one
     * @param actions its actions, in chain order
     */
    record ClosedSequence(
            Node node,
            String sessionId,
            ZonedDateTime startedAt,
            ZonedDateTime closesAt,
            Boolean sessionFailed,
            List<SequenceAction> actions) {
        /**
         * One action of the sequence.
         *
         * @param errorCode the error code as in a pattern's key
         * @param node its node
         */
        record SequenceAction(Step step, String errorCode, Node node) {
            private static SequenceAction of(Map.Entry<Node, Map<String, Object>> action) {
                Step step = Step.of(action.getValue());
                Object code = action.getValue().get("error_code");
                return new SequenceAction(
                        step, code instanceof String given ? given : ActionCodes.UNKNOWN_ERROR, action.getKey());
            }
        }

        static ClosedSequence of(Node sequence, Boolean sessionFailed) {
            return new ClosedSequence(
                    sequence,
                    (String) sequence.getProperty("session_id"),
                    (ZonedDateTime) sequence.getProperty("started_at"),
                    (ZonedDateTime) sequence.getProperty("closes_at"),
                    sessionFailed,
                    actions(sequence));
        }

        private static List<SequenceAction> actions(Node sequence) {
            List<Map.Entry<Node, Map<String, Object>>> actions = new ArrayList<>();
            try (var contained = sequence.getRelationships(Direction.OUTGOING, Relations.CONTAINS)) {
                for (Relationship one : contained) {
                    actions.add(Map.entry(one.getEndNode(), one.getEndNode().getAllProperties()));
                }
            }
            actions.sort(Comparator.comparing(action -> place(action.getValue())));
            return actions.stream().map(SequenceAction::of).toList();
        }

        private static ChainKey place(Map<String, Object> action) {
            return new ChainKey(
                    (ZonedDateTime) action.get("started_at"), (Long) action.get("seq"), (String) action.get(Keys.ID));
        }

        /** Whether the pattern pass counted it as evidence of the pattern. */
        boolean isEvidenceOf(Node pattern) {
            try (var evidence = node.getRelationships(Direction.INCOMING, Relations.EVIDENCE)) {
                return evidence.stream().anyMatch(one -> one.getStartNode().equals(pattern));
            }
        }

        boolean isCounted() {
            return node.hasProperty("counted_at");
        }
    }

    /**
     * Computes the situations of a pair of action type and node type in a sequence: before each action and at the end.
     * Keeps only the earlier actions that a situation depends on, so that cost is linear in the sequence's length.
     */
    static final class SituationHistory {
        private final Step pair;
        private final Deque<Step> alike = new ArrayDeque<>();
        private final Map<String, Step> lastOn = new HashMap<>();
        private Step last;

        private SituationHistory(Step pair) {
            this.pair = pair;
        }

        /** Returns one situation more than there are actions; that of an action of the pair includes its target. */
        static List<Situation> of(Step pair, List<ClosedSequence.SequenceAction> actions) {
            SituationHistory states = new SituationHistory(pair);
            List<Situation> found = new ArrayList<>(actions.size() + 1);
            for (ClosedSequence.SequenceAction action : actions) {
                Step step = action.step();
                found.add(states.before(step.isLike(pair) ? step : pair));
                states.remember(step);
            }
            found.add(states.before(pair));
            return found;
        }

        private Situation before(Step next) {
            List<Step> steps = new ArrayList<>(alike);
            Step same = lastOn.get(next.target());
            if (same != null && !steps.contains(same)) {
                steps.addFirst(same);
            }
            if (last != null && !last.isLike(pair)) {
                steps.add(last);
            }
            return Situation.of(steps, next, Counts.NONE);
        }

        private void remember(Step step) {
            last = step;
            if (!step.isLike(pair)) {
                return;
            }
            alike.add(step);
            if (alike.size() > Situation.MAX_RUN) {
                alike.remove();
            }
            if (step.target() != null) {
                lastOn.put(step.target(), step);
            }
        }
    }
}
