package io.oxgraph.effect;

import io.oxgraph.effect.MeasuredPattern.ClosedSequence;
import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Relations;
import io.oxgraph.model.Action.ChainKey;
import io.oxgraph.model.EffectResult;
import io.oxgraph.situation.Contexts;
import io.oxgraph.situation.Contexts.ContextFamily;
import io.oxgraph.situation.Holdout;
import io.oxgraph.situation.Situation;
import io.oxgraph.situation.Situation.Counts;
import io.oxgraph.situation.Situation.Step;
import io.oxgraph.statistics.SequenceTally;
import io.oxgraph.text.Identifiers;
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
 * A pattern whose effect is measured. Whether a sequence is a trial of it depends on nothing that the pattern's being
 * shown could change: on the situation having arisen, not on what the agent did then. So a warning that makes an agent
 * do something else counts as well.
 */
final class MeasuredPattern {
    private final Node node;
    private final Step pair;
    private final String errorCode;
    private final String context;
    private final ContextFamily family;
    private final String keyId;
    private final Span span;
    private final EffectEstimate arms = new EffectEstimate();

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

    /** Counts a sequence, where it is a trial; {@code states} are those of the pair in it. */
    void meet(ClosedSequence run, List<Situation> states, Holding holding) {
        if (span.covers(run) && isTrial(run, states)) {
            arms.add(holding.withholds(keyId, run.sessionId()), failed(run, states));
        }
    }

    private boolean isTrial(ClosedSequence run, List<Situation> states) {
        if (family == null || family.isOfTarget()) {
            return !run.deeds().isEmpty() && (family != ContextFamily.HISTORY || run.isCounted());
        }
        return states.stream().anyMatch(this::isHere);
    }

    private boolean failed(ClosedSequence run, List<Situation> states) {
        if (family == ContextFamily.HISTORY) {
            return run.isEvidenceOf(node); // Only pass 2 knows how it had gone on a node in earlier sessions.
        }
        return IntStream.range(0, run.deeds().size())
                .anyMatch(i -> isFailure(run.deeds().get(i)) && (family == null || isHere(states.get(i))));
    }

    private boolean isHere(Situation state) {
        return Contexts.value(context).equals(state.values().get(family));
    }

    /** A pattern of success is there for whatever fails, and one of a context too. */
    private boolean isFailure(ClosedSequence.Deed deed) {
        boolean isAny = family != null || errorCode.equals(SequenceTally.SUCCESS);
        return deed.step().isLike(pair) && deed.step().failed() && (isAny || errorCode.equals(deed.errorCode()));
    }

    EffectResult result() {
        List<Double> interval = arms.interval();
        return new EffectResult(
                (String) node.getProperty(Keys.ID),
                (String) node.getProperty("name", null),
                context,
                arms.shown().actions(),
                arms.shown().failures(),
                arms.withheld().actions(),
                arms.withheld().failures(),
                EffectEstimate.rate(arms.shown()),
                EffectEstimate.rate(arms.withheld()),
                arms.lift(),
                interval == null ? null : interval.getFirst(),
                interval == null ? null : interval.getLast(),
                arms.isHarmful());
    }

    private String text(String key) {
        return (String) node.getProperty(key, "");
    }

    private ZonedDateTime time(String key) {
        return (ZonedDateTime) node.getProperty(key, null);
    }

    /** From when to when a pattern's arms differed in nothing but its being shown. */
    record Span(ZonedDateTime from, ZonedDateTime until) {
        /** Not before it was promoted or shown again, and not after it was suppressed. */
        Span within(ZonedDateTime promoted, ZonedDateTime shownAgain, ZonedDateTime suppressed) {
            ZonedDateTime latest = Stream.of(from, promoted, shownAgain)
                    .filter(Objects::nonNull)
                    .max(ZonedDateTime::compareTo)
                    .orElseThrow();
            return new Span(latest, suppressed == null || suppressed.isAfter(until) ? until : suppressed);
        }

        /** One that had begun before is left out: part of it went by another rule. */
        boolean covers(ClosedSequence run) {
            return !run.startedAt().isBefore(from) && !run.closesAt().isAfter(until);
        }
    }

    /** Which sessions do without a pattern. */
    record Holding(String workspaceId, double rate) {
        boolean withholds(String keyId, String sessionId) {
            return Holdout.withholds(workspaceId, keyId, sessionId, rate);
        }
    }

    /**
     * A closed sequence.
     *
     * @param deeds its actions, in order
     */
    record ClosedSequence(
            Node node, String sessionId, ZonedDateTime startedAt, ZonedDateTime closesAt, List<Deed> deeds) {
        private static final String UNKNOWN = "UnknownError";

        /**
         * An action of it.
         *
         * @param errorCode as it stands in a pattern's key
         */
        record Deed(Step step, String errorCode) {
            static Deed of(Map<String, Object> action) {
                Step step = Step.of(action);
                return new Deed(step, action.get("error_code") instanceof String code ? code : UNKNOWN);
            }
        }

        static ClosedSequence of(Node sequence) {
            return new ClosedSequence(
                    sequence,
                    (String) sequence.getProperty("session_id"),
                    (ZonedDateTime) sequence.getProperty("started_at"),
                    (ZonedDateTime) sequence.getProperty("closes_at"),
                    deeds(sequence));
        }

        private static List<Deed> deeds(Node sequence) {
            List<Map<String, Object>> actions = new ArrayList<>();
            try (var contained = sequence.getRelationships(Direction.OUTGOING, Relations.CONTAINS)) {
                for (Relationship one : contained) {
                    actions.add(one.getEndNode().getAllProperties());
                }
            }
            actions.sort(Comparator.comparing(ClosedSequence::place));
            return actions.stream().map(Deed::of).toList();
        }

        private static ChainKey place(Map<String, Object> action) {
            return new ChainKey(
                    (ZonedDateTime) action.get("started_at"), (Long) action.get("seq"), (String) action.get(Keys.ID));
        }

        /** Whether pass 2 counted it as evidence of the pattern. */
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
     * In what situations a pair of action type and node type stood in a sequence: before each action, whatever that was,
     * and at the end. Keeps only those of the earlier actions that a situation depends on, so that long sequences cost in
     * proportion to their length.
     */
    static final class SituationHistory {
        private final Step pair;
        private final Deque<Step> alike = new ArrayDeque<>();
        private final Map<String, Step> lastOn = new HashMap<>();
        private Step last;

        private SituationHistory(Step pair) {
            this.pair = pair;
        }

        /** One more than there are actions; that of an action of the pair knows its target too. */
        static List<Situation> of(Step pair, List<ClosedSequence.Deed> deeds) {
            SituationHistory states = new SituationHistory(pair);
            List<Situation> found = new ArrayList<>(deeds.size() + 1);
            for (ClosedSequence.Deed deed : deeds) {
                Step step = deed.step();
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
            if (alike.size() > Situation.MOST_FAILURES) {
                alike.remove();
            }
            if (step.target() != null) {
                lastOn.put(step.target(), step);
            }
        }
    }
}
