package io.oxgraph.patterns;

import io.oxgraph.patterns.DayWindow.Days;
import io.oxgraph.patterns.FoldResult.Fields;
import io.oxgraph.patterns.PatternKey.ActionPair;
import io.oxgraph.patterns.PromotionRules.Verdict;
import io.oxgraph.patterns.SequencePoint.ContextOccurrence;
import io.oxgraph.situation.Contexts;
import io.oxgraph.situation.Contexts.ContextFamily;
import io.oxgraph.situation.SignificanceTest;
import io.oxgraph.situation.Situation.Counts;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Folds the contexts of one pair: counts of each, and which of them are patterns. */
final class ContextFold {
    /** Maximum number of contexts kept per family. */
    static final int MAX_CONTEXTS = 256;

    private final StoredState standing;
    private final ActionPair pair;
    private final PromotionRules rules;
    private final Map<ContextFamily, Map<String, KeyFold>> families = new TreeMap<>();

    /** @param stored stored pattern_keys counts of the pair's contexts */
    ContextFold(StoredState standing, ActionPair pair, PromotionRules rules, List<Map<String, Object>> stored) {
        this.standing = standing;
        this.pair = pair;
        this.rules = rules;
        stored.forEach(node -> {
            KeyFold key = open(new Fields(node).text("context"), node);
            // Other keys have not been reached yet by a refold.
            if (!key.window().isEmpty() || key.hasVersions()) {
                family(key).put(key.key().context(), key);
            }
        });
    }

    private KeyFold open(String context, Map<String, Object> stored) {
        return standing.open(PatternKey.in(pair, context), rules, stored);
    }

    private Map<String, KeyFold> family(KeyFold key) {
        return family(Contexts.family(key.key().context()));
    }

    private Map<String, KeyFold> family(ContextFamily family) {
        return families.computeIfAbsent(family, f -> new HashMap<>());
    }

    /** Counts of a context over the days from {@code first} on. */
    Counts counts(ContextFamily family, String value, long first) {
        KeyFold key = family(family).get(family.context(value));
        if (key == null) {
            return Counts.NONE;
        }
        key.dropBefore(first);
        return ContextComparison.countsOf(key);
    }

    /** Counts a sequence's contexts, and drops the rarest when there are too many. */
    void count(SequencePoint point, Map<String, ContextOccurrence> occurrences, FoldResult result) {
        occurrences.forEach((context, occurrence) -> {
            Map<String, KeyFold> family = family(Contexts.family(context));
            KeyFold key = family.computeIfAbsent(context, name -> open(name, Map.of()));
            key.count(point, occurrence);
            if (occurrence.failures() > 0) {
                result.evidence(key, point.sequenceId(), occurrence.failed());
            }
            if (family.size() > 2 * MAX_CONTEXTS) {
                bound(family, result);
            }
        });
    }

    /** Keeps the most frequent contexts and all that have been patterns. */
    private void bound(Map<String, KeyFold> family, FoldResult result) {
        List<KeyFold> least = new ArrayList<>(family.values());
        least.sort(Comparator.<KeyFold>comparingLong(key -> key.window().sum(DayWindow.TOTALS))
                .thenComparing(key -> key.key().context()));
        least.removeIf(KeyFold::hasVersions);
        least.subList(0, Math.clamp(family.size() - MAX_CONTEXTS, 0, least.size()))
                .forEach(key -> drop(key, result));
    }

    private void drop(KeyFold key, FoldResult result) {
        family(key).remove(key.key().context());
        result.drop(key.id());
    }

    /** Judges each context at an instant against the rest of its family. */
    void finish(ZonedDateTime instant, Counts plain, FoldResult result) {
        long first = Days.of(instant) - rules.windowDays();
        keys().forEach(key -> key.dropBefore(first));
        keys().stream()
                .filter(key -> key.window().isEmpty() && !key.hasVersions())
                .forEach(key -> drop(key, result));
        families.values().forEach(family -> bound(family, result));
        List<ContextComparison> rivals = ContextComparison.of(keys());
        Set<String> passing = ContextComparison.passing(rivals, rules);
        rivals.forEach(rival -> rival.key().evaluate(instant, rival.verdict(rules, passing, plain)));
    }

    private List<KeyFold> keys() {
        List<KeyFold> keys = new ArrayList<>();
        families.values().forEach(family -> keys.addAll(family.values()));
        return keys;
    }

    /** After a fold made anew: see {@link KeyFold#keepMarks}. */
    void keepMarks() {
        keys().forEach(KeyFold::keepMarks);
    }

    /** Adds the changes to the result. */
    void collect(FoldResult result) {
        keys().stream().sorted(Comparator.comparing(key -> key.key().context())).forEach(key -> key.collect(result));
    }

    /**
     * A context compared with the rest of its family and with its wider context.
     *
     * @param all counts of its family, its own included
     * @param wider counts of its wider context; null for none
     */
    record ContextComparison(KeyFold key, Counts own, Counts all, Counts wider) {
        /** Compares each context of a pair. */
        static List<ContextComparison> of(Collection<KeyFold> keys) {
            Map<String, Counts> own = new HashMap<>();
            Map<String, Counts> sums = new HashMap<>();
            keys.forEach(key -> {
                Counts counts = countsOf(key);
                own.put(context(key), counts);
                sums.merge(Contexts.rivals(context(key)), counts, (a, b) -> a.plus(b.actions(), b.failures()));
            });
            return keys.stream()
                    .map(key -> new ContextComparison(
                            key,
                            own.get(context(key)),
                            sums.get(Contexts.rivals(context(key))),
                            own.get(Contexts.wider(context(key)))))
                    .toList();
        }

        static Counts countsOf(KeyFold key) {
            return new Counts(key.window().sum(DayWindow.TOTALS), key.window().sum(DayWindow.ACTIONS));
        }

        /**
         * Names of the contexts that fail significantly more than the rest, corrected for multiple testing ({@link
         * SignificanceTest}).
         */
        static Set<String> passing(List<ContextComparison> rivals, PromotionRules rules) {
            Map<String, Double> evidence = new HashMap<>();
            for (ContextComparison rival : rivals) {
                if (rules.isSampled(rival.key.window().sum(DayWindow.SEQUENCES))
                        && rival.standsOut()
                        && rival.addsSomething()) {
                    evidence.put(context(rival.key), rival.evidence());
                }
            }
            return SignificanceTest.significant(evidence, rivals.size());
        }

        /** @param plain counts of the pair */
        Verdict verdict(PromotionRules rules, Set<String> passing, Counts plain) {
            double share = Verdict.share(own.failures(), own.actions());
            boolean retires = rules.retires(share) || (rest(all).actions() > 0 && !standsOut());
            return new Verdict(
                    own.actions(), passing.contains(context(key)) && !retires, retires, figures(share, plain));
        }

        private Map<String, Number> figures(double share, Counts plain) {
            double usual = Verdict.share(plain.failures(), plain.actions());
            Map<String, Number> figures = new LinkedHashMap<>();
            figures.put("other_count", rest(all).actions());
            figures.put("other_failures", rest(all).failures());
            figures.put("lift", usual == 0 ? 0.0 : share / usual);
            figures.put("log_evidence", evidence());
            return figures;
        }

        private double evidence() {
            return SignificanceTest.logEvidence(own, all);
        }

        private boolean standsOut() {
            return exceeds(rest(all));
        }

        /** Whether it fails more than its wider context. */
        private boolean addsSomething() {
            return wider == null || exceeds(rest(wider));
        }

        private Counts rest(Counts of) {
            return new Counts(of.actions() - own.actions(), of.failures() - own.failures());
        }

        /** Whether its failure rate is greater than the rest's; false when there is no rest. */
        private boolean exceeds(Counts rest) {
            return own.failures() * rest.actions() > rest.failures() * own.actions();
        }

        private static String context(KeyFold key) {
            return key.key().context();
        }
    }
}
