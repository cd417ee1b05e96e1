package io.oxgraph.situation;

import io.oxgraph.situation.Contexts.ContextFamily;
import io.oxgraph.situation.Situation.Counts;
import java.util.EnumMap;
import java.util.Map;

/**
 * The failure estimate of an action before calibration, and the context it comes from.
 *
 * @param plain log-odds of the pair's failure rate
 * @param shift what the situation adds, in log-odds
 * @param family family of the decisive context; null when none differs
 * @param counts of that context
 * @param rate of that context, shrunk toward its parent
 * @param shifts what each context alone adds, in log-odds
 */
public record Estimate(
        double plain,
        double shift,
        ContextFamily family,
        Counts counts,
        double rate,
        Map<ContextFamily, Double> shifts) {
    /** Weight of the parent's rate, in cases. */
    public static final double STRENGTH = 3;

    /** Prior failure rate of an unseen pair, between the rates of the recorded runs used to develop it. */
    public static final double ROOT = 0.15;

    /** Weight of a context that lowers the estimate: short runs of successes are common. */
    private static final double REASSURANCE = 0.6;

    /** Prior shifts of contexts common to agents' runs, in log-odds, with the weight of STRENGTH cases. */
    private static final Map<String, Double> KNOWN =
            Map.of("run=2", 1.5, "run=3", 2.5, "history=bad", 2.0, "history=ok", -1.5);

    private static final double EDGE = 1e-4;

    /** Looks up the counts of a context. */
    @FunctionalInterface
    public interface CountLookup {
        /** Counts of a family's value; {@link Counts#NONE} when never seen. */
        Counts of(ContextFamily family, String value);
    }

    /**
     * Chooses the context whose rate is furthest from the pair's, so that the estimate has one reason.
     *
     * @param plain counts of the plain pair
     * @param targetsTell whether targets are known before an action; if not, target families are ignored
     */
    public static Estimate of(Situation situation, Counts plain, CountLookup seen, boolean targetsTell) {
        double base = plain.rate(ROOT, STRENGTH);
        Map<ContextFamily, Double> rates = new EnumMap<>(ContextFamily.class);
        Map<ContextFamily, Double> shifts = new EnumMap<>(ContextFamily.class);
        Estimate best = new Estimate(logit(base), 0, null, plain, base, shifts);
        for (Map.Entry<ContextFamily, String> entry : situation.values().entrySet()) {
            ContextFamily family = entry.getKey();
            if (family.isOfTarget() && !targetsTell) {
                continue;
            }
            double prior = family.parent() == null ? base : rates.get(family.parent());
            prior = odds(logit(prior) + KNOWN.getOrDefault(family.context(entry.getValue()), 0.0));
            Counts counts = seen.of(family, entry.getValue());
            double rate = counts.rate(prior, STRENGTH);
            rates.put(family, rate);
            double shift = logit(rate) - best.plain;
            shifts.put(family, shift);
            if (Math.abs(shift) > Math.abs(best.shift)) {
                best = new Estimate(best.plain, shift, family, counts, rate, shifts);
            }
        }
        double weight = best.shift < 0 ? REASSURANCE : 1;
        return new Estimate(best.plain, best.shift * weight, best.family, best.counts, best.rate, shifts);
    }

    /** Log-odds of a rate, clamped to [1e-4, 1 - 1e-4]. */
    static double logit(double share) {
        double inside = Math.clamp(share, EDGE, 1 - EDGE);
        return Math.log(inside / (1 - inside));
    }

    /** Inverse of {@link #logit}: the rate of log-odds. */
    static double odds(double logit) {
        return 1 / (1 + Math.exp(-Math.clamp(logit, -30.0, 30.0)));
    }
}
