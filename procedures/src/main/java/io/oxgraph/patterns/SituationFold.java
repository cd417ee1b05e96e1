package io.oxgraph.patterns;

import io.oxgraph.situation.Counts;
import io.oxgraph.situation.Estimate;
import io.oxgraph.situation.Ledger;
import io.oxgraph.situation.Situation;
import java.time.ZonedDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the situations of one pair's actions tell: by context, by target, and what became of earlier estimates. */
final class SituationFold {
    private final Rules rules;
    private final ContextFold contexts;
    private final NodeTallies targets;
    private final Ledger ledger;

    SituationFold(Rules rules, ContextFold contexts, NodeTallies targets, Ledger ledger) {
        this.rules = rules;
        this.contexts = contexts;
        this.targets = targets;
        this.ledger = ledger;
    }

    /**
     * Counts a sequence. What its actions stood in, and what was to be expected of them, is what was known before it.
     *
     * @param plain of the pair, without this sequence
     * @param targetsTell whether its failures have targets
     */
    void count(Point point, Counts plain, boolean targetsTell, FoldResult result) {
        long day = Days.of(point.closesAt());
        long first = day - rules.windowDays();
        List<Situation> situations = point.cases().stream()
                .map(one -> Situation.of(
                        one.before(), one.step(), targets.counts(one.step().target(), first)))
                .toList();
        for (int i = 0; i < situations.size(); i++) {
            note(day, first, point.cases().get(i), situations.get(i), plain, targetsTell);
        }
        contexts.count(point, occurrences(point.cases(), situations), result);
        point.cases()
                .forEach(one -> targets.add(one.step().target(), day, one.step().failed()));
    }

    /** What an agent was warned of it may have avoided: that tells nothing of the estimate. */
    private void note(long day, long first, Case one, Situation situation, Counts plain, boolean targetsTell) {
        if (!one.warned()) {
            Estimate.Seen seen = (family, value) ->
                    family.isPromoted() ? contexts.counts(family, value, first) : targets.counts(value, first);
            ledger.add(
                    day,
                    Estimate.of(situation, plain, seen, targetsTell),
                    one.step().failed());
        }
    }

    private static Map<String, Occurrence> occurrences(List<Case> cases, List<Situation> situations) {
        Map<String, Occurrence> occurrences = new LinkedHashMap<>();
        for (int i = 0; i < situations.size(); i++) {
            Case one = cases.get(i);
            situations.get(i).values().forEach((family, value) -> {
                if (family.isPromoted()) {
                    occurrences
                            .computeIfAbsent(family.context(value), context -> new Occurrence())
                            .add(one);
                }
            });
        }
        return occurrences;
    }

    void finish(ZonedDateTime instant, Counts plain, FoldResult result) {
        ledger.dropBefore(Days.of(instant) - rules.windowDays());
        contexts.finish(instant, plain, result);
    }

    void collect(FoldResult result) {
        contexts.collect(result);
        targets.collect(result);
    }

    /** The lists of the pair's tally. */
    Map<String, Object> stored() {
        return ledger.stored();
    }
}
