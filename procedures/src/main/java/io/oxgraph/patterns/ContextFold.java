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

/** The contexts of one pair: what was counted in each, and which of them are patterns. */
final class ContextFold {
    /** So many contexts of a family are kept. */
    static final int MOST = 256;

    private final StoredState standing;
    private final ActionPair pair;
    private final PromotionRules rules;
    private final Map<ContextFamily, Map<String, KeyFold>> families = new TreeMap<>();

    /** @param stored the nodes of the pair's contexts */
    ContextFold(StoredState standing, ActionPair pair, PromotionRules rules, List<Map<String, Object>> stored) {
        this.standing = standing;
        this.pair = pair;
        this.rules = rules;
        stored.forEach(node -> {
            KeyFold key = open(new Fields(node).text("context"), node);
            // The others a fold made anew has not come to yet.
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

    /** The counts of a context over the days from {@code first} on. */
    Counts counts(ContextFamily family, String value, long first) {
        KeyFold key = family(family).get(family.context(value));
        if (key == null) {
            return Counts.NONE;
        }
        key.dropBefore(first);
        return ContextComparison.countsOf(key);
    }

    /** Adds what a sequence holds of contexts, and lets go of what is seen least where there are far too many. */
    void count(SequencePoint point, Map<String, ContextOccurrence> occurrences, FoldResult result) {
        occurrences.forEach((context, occurrence) -> {
            Map<String, KeyFold> family = family(Contexts.family(context));
            KeyFold key = family.computeIfAbsent(context, name -> open(name, Map.of()));
            key.count(point, occurrence);
            if (occurrence.failures() > 0) {
                result.evidence(key, point.sequenceId(), occurrence.failed());
            }
            if (family.size() > 2 * MOST) {
                bound(family, result);
            }
        });
    }

    /** Keeps those that are seen most, and whatever has been a pattern. */
    private void bound(Map<String, KeyFold> family, FoldResult result) {
        List<KeyFold> least = new ArrayList<>(family.values());
        least.sort(Comparator.<KeyFold>comparingLong(key -> key.window().sum(DayWindow.TOTALS))
                .thenComparing(key -> key.key().context()));
        least.removeIf(KeyFold::hasVersions);
        least.subList(0, Math.clamp(family.size() - MOST, 0, least.size())).forEach(key -> drop(key, result));
    }

    private void drop(KeyFold key, FoldResult result) {
        family(key).remove(key.key().context());
        result.drop(key.id());
    }

    /** Judges each context at an instant, beside the rest of its family. */
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

    /** Hands over what has changed. */
    void collect(FoldResult result) {
        keys().stream().sorted(Comparator.comparing(key -> key.key().context())).forEach(key -> key.collect(result));
    }

    /**
     * A context beside those that it competes with.
     *
     * @param all its family's cases, its own among them
     * @param wider the cases of the context that it narrows beside its family's; null for none
     */
    record ContextComparison(KeyFold key, Counts own, Counts all, Counts wider) {
        /** Each context of a pair. */
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

        /** The names of those that fail more than the rest for certain, however many there were to choose from. */
        static Set<String> passing(List<ContextComparison> rivals, PromotionRules rules) {
            Map<String, Double> evidence = new HashMap<>();
            for (ContextComparison rival : rivals) {
                if (rules.isSampled(rival.key.window().sum(DayWindow.SEQUENCES))
                        && rival.standsOut()
                        && rival.addsSomething()) {
                    evidence.put(context(rival.key), rival.evidence());
                }
            }
            return SignificanceTest.passing(evidence, rivals.size());
        }

        /** @param plain of the pair */
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
            return SignificanceTest.evidence(own, all);
        }

        private boolean standsOut() {
            return exceeds(rest(all));
        }

        /** Whether it says more than what it narrows; a context that holds the same cases does not. */
        private boolean addsSomething() {
            return wider == null || exceeds(rest(wider));
        }

        private Counts rest(Counts of) {
            return new Counts(of.actions() - own.actions(), of.failures() - own.failures());
        }

        /** Whether a greater share of its own cases failed; never where there are no others. */
        private boolean exceeds(Counts rest) {
            return own.failures() * rest.actions() > rest.failures() * own.actions();
        }

        private static String context(KeyFold key) {
            return key.key().context();
        }
    }
}
