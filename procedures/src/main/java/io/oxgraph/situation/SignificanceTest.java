package io.oxgraph.situation;

import io.oxgraph.situation.Situation.Counts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The significance test of contexts: finds which contexts fail at another rate than the rest of their family. Each
 * context gets an e-value from a Bayes factor (two rates against one, uniform priors), and the e-BH procedure (Wang
 * and Ramdas 2022) keeps the false discovery rate within {@link #MAX_FALSE_DISCOVERY_RATE}. E-values are
 * anytime-valid: the guarantee holds however often the test is repeated on growing data.
 */
public final class SignificanceTest {
    /** Maximum expected share of false discoveries among the contexts that pass. */
    public static final double MAX_FALSE_DISCOVERY_RATE = 0.1;

    private SignificanceTest() {}

    /**
     * Natural logarithm of the e-value: the Bayes factor of two failure rates (context, rest of its family) against
     * one common rate, with uniform priors.
     */
    public static double logEvidence(Counts context, Counts all) {
        Counts rest = new Counts(all.actions() - context.actions(), all.failures() - context.failures());
        return marginal(context) + marginal(rest) - marginal(all);
    }

    /**
     * Names of the contexts that pass e-BH. {@code evidence} are log e-values by name, {@code tried} the number of
     * contexts tested.
     */
    public static Set<String> significant(Map<String, Double> evidence, int tried) {
        List<Map.Entry<String, Double>> ordered = new ArrayList<>(evidence.entrySet());
        ordered.sort(Map.Entry.<String, Double>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey(Comparator.naturalOrder())));
        int last = 0;
        for (int k = 1; k <= ordered.size(); k++) {
            if (ordered.get(k - 1).getValue() >= Math.log(tried / (MAX_FALSE_DISCOVERY_RATE * k))) {
                last = k;
            }
        }
        Set<String> names = new HashSet<>();
        ordered.subList(0, last).forEach(entry -> names.add(entry.getKey()));
        return names;
    }

    /** ln Beta(failures + 1, successes + 1): marginal likelihood of the counts under a uniform prior. */
    private static double marginal(Counts counts) {
        return logFactorial(counts.failures())
                + logFactorial(counts.actions() - counts.failures())
                - logFactorial(counts.actions() + 1);
    }

    /** ln n!, by Stirling's series from 20 on (correct to twelve digits). */
    private static double logFactorial(long n) {
        if (n < 20) {
            double sum = 0;
            for (long i = 2; i <= n; i++) {
                sum += Math.log((double) i);
            }
            return sum;
        }
        double x = n + 1.0;
        return (x - 0.5) * Math.log(x)
                - x
                + 0.5 * Math.log(2 * Math.PI)
                + 1 / (12 * x)
                - 1 / (360 * x * x * x)
                + 1 / (1260 * Math.pow(x, 5));
    }
}
