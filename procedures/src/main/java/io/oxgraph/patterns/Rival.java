package io.oxgraph.patterns;

import io.oxgraph.situation.Contexts;
import io.oxgraph.situation.Counts;
import io.oxgraph.situation.Gate;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A context beside those that it competes with.
 *
 * @param all its family's cases, its own among them
 * @param wider the cases of the context that it narrows beside its family's; null for none
 */
record Rival(KeyFold key, Counts own, Counts all, Counts wider) {
    /** Each context of a pair. */
    static List<Rival> of(Collection<KeyFold> keys) {
        Map<String, Counts> own = new HashMap<>();
        Map<String, Counts> sums = new HashMap<>();
        keys.forEach(key -> {
            Counts counts = countsOf(key);
            own.put(context(key), counts);
            sums.merge(Contexts.rivals(context(key)), counts, (a, b) -> a.plus(b.actions(), b.failures()));
        });
        return keys.stream()
                .map(key -> new Rival(
                        key,
                        own.get(context(key)),
                        sums.get(Contexts.rivals(context(key))),
                        own.get(Contexts.wider(context(key)))))
                .toList();
    }

    static Counts countsOf(KeyFold key) {
        return new Counts(key.window().sum(Window.TOTALS), key.window().sum(Window.ACTIONS));
    }

    /** The names of those that fail more than the rest for certain, however many there were to choose from. */
    static Set<String> passing(List<Rival> rivals, Rules rules) {
        Map<String, Double> evidence = new HashMap<>();
        for (Rival rival : rivals) {
            if (rules.isSampled(rival.key.window().sum(Window.SEQUENCES))
                    && rival.standsOut()
                    && rival.addsSomething()) {
                evidence.put(context(rival.key), rival.evidence());
            }
        }
        return Gate.passing(evidence, rivals.size());
    }

    /** @param plain of the pair */
    Verdict verdict(Rules rules, Set<String> passing, Counts plain) {
        double share = Verdict.share(own.failures(), own.actions());
        boolean retires = rules.retires(share) || (rest(all).actions() > 0 && !standsOut());
        return new Verdict(own.actions(), passing.contains(context(key)) && !retires, retires, figures(share, plain));
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
        return Gate.evidence(own, all);
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
