package io.oxgraph.situation;

import io.oxgraph.situation.Contexts.ContextFamily;
import io.oxgraph.situation.Situation.Counts;
import java.util.EnumMap;
import java.util.Map;

/**
 * How likely a failure is before calibration, and which context says so.
 *
 * @param plain log-odds of the plain pair
 * @param shift what the situation adds to it, in log-odds
 * @param family the context that speaks; null where none says anything
 * @param counts of that context
 * @param rate of that context, shrunk toward its parent
 */
public record Estimate(double plain, double shift, ContextFamily family, Counts counts, double rate) {
    /** So many cases a context borrows from its parent. */
    public static final double STRENGTH = 3;

    /** The share of failures of what was never seen: between those of the recorded runs that the rule was made on. */
    public static final double ROOT = 0.15;

    /** Few successes in a row are common, so a context that reassures counts less than one that warns. */
    private static final double REASSURANCE = 0.6;

    /** What agents' runs have in common, in log-odds; it weighs as much as STRENGTH cases. */
    private static final Map<String, Double> KNOWN =
            Map.of("run=2", 1.5, "run=3", 2.5, "history=bad", 2.0, "history=ok", -1.5);

    private static final double EDGE = 1e-4;

    /** What has been counted of a context. */
    @FunctionalInterface
    public interface Seen {
        /** The counts of a family's value; {@link Counts#NONE} for what was never seen. */
        Counts of(ContextFamily family, String value);
    }

    /**
     * The context furthest from the plain rate speaks: one reason, one number.
     *
     * @param plain counts of the plain pair
     * @param targetsTell whether targets are known before an action is done; where not, what they say is left out
     */
    public static Estimate of(Situation situation, Counts plain, Seen seen, boolean targetsTell) {
        double base = plain.rate(ROOT, STRENGTH);
        Map<ContextFamily, Double> rates = new EnumMap<>(ContextFamily.class);
        Estimate best = new Estimate(logit(base), 0, null, plain, base);
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
            if (Math.abs(shift) > Math.abs(best.shift)) {
                best = new Estimate(best.plain, shift, family, counts, rate);
            }
        }
        double weight = best.shift < 0 ? REASSURANCE : 1;
        return new Estimate(best.plain, best.shift * weight, best.family, best.counts, best.rate);
    }

    /** Log-odds of a share, within what a thousand cases can tell. */
    static double logit(double share) {
        double inside = Math.clamp(share, EDGE, 1 - EDGE);
        return Math.log(inside / (1 - inside));
    }

    /** The share of log-odds. */
    static double odds(double logit) {
        return 1 / (1 + Math.exp(-Math.clamp(logit, -30.0, 30.0)));
    }
}
