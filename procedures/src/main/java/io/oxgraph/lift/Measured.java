package io.oxgraph.lift;

import io.oxgraph.graph.Keys;
import io.oxgraph.model.LiftResult;
import io.oxgraph.situation.Contexts;
import io.oxgraph.situation.Family;
import io.oxgraph.situation.Holdout;
import io.oxgraph.situation.Situation;
import io.oxgraph.situation.Step;
import io.oxgraph.statistics.Tally;
import io.oxgraph.text.Identifiers;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;

/**
 * A pattern whose effect is measured. Whether a sequence is a trial of it depends on nothing that the pattern's being
 * shown could change: on the situation having arisen, not on what the agent did then. So a warning that makes an agent
 * do something else counts as well.
 */
final class Measured {
    private final Node node;
    private final Step pair;
    private final String errorCode;
    private final String context;
    private final Family family;
    private final String keyId;
    private final Span span;
    private final Arms arms = new Arms();

    private Measured(Node node, String workspaceId, Span asked) {
        this.node = node;
        this.pair = new Step(text("action_type"), text("node_type"), null, false);
        this.errorCode = text("error_code");
        this.context = (String) node.getProperty("context", null);
        this.family = context == null ? null : Contexts.family(context);
        this.keyId = keyId(workspaceId);
        this.span = asked.within(time("promoted_at"), time("shown_again_at"), time("suppressed_at"));
    }

    static Measured of(Node pattern, String workspaceId, Span asked) {
        return new Measured(pattern, workspaceId, asked);
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
    void meet(Run run, List<Situation> states, Holding holding) {
        if (span.covers(run) && isTrial(run, states)) {
            arms.add(holding.withholds(keyId, run.sessionId()), failed(run, states));
        }
    }

    private boolean isTrial(Run run, List<Situation> states) {
        if (family == null || family.isOfTarget()) {
            return !run.deeds().isEmpty() && (family != Family.HISTORY || run.isCounted());
        }
        return states.stream().anyMatch(this::isHere);
    }

    private boolean failed(Run run, List<Situation> states) {
        if (family == Family.HISTORY) {
            return run.isEvidenceOf(node); // Only pass 2 knows how it had gone on a node in earlier sessions.
        }
        return IntStream.range(0, run.deeds().size())
                .anyMatch(i -> isFailure(run.deeds().get(i)) && (family == null || isHere(states.get(i))));
    }

    private boolean isHere(Situation state) {
        return Contexts.value(context).equals(state.values().get(family));
    }

    /** A pattern of success is there for whatever fails, and one of a context too. */
    private boolean isFailure(Run.Deed deed) {
        boolean isAny = family != null || errorCode.equals(Tally.SUCCESS);
        return deed.step().isLike(pair) && deed.step().failed() && (isAny || errorCode.equals(deed.errorCode()));
    }

    LiftResult result() {
        List<Double> interval = arms.interval();
        return new LiftResult(
                (String) node.getProperty(Keys.ID),
                (String) node.getProperty("name", null),
                context,
                arms.shown().actions(),
                arms.shown().failures(),
                arms.withheld().actions(),
                arms.withheld().failures(),
                Arms.rate(arms.shown()),
                Arms.rate(arms.withheld()),
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
        boolean covers(Run run) {
            return !run.startedAt().isBefore(from) && !run.closesAt().isAfter(until);
        }
    }

    /** Which sessions do without a pattern. */
    record Holding(String workspaceId, double rate) {
        boolean withholds(String keyId, String sessionId) {
            return Holdout.withholds(workspaceId, keyId, sessionId, rate);
        }
    }
}
