package io.oxgraph.situation;

import io.oxgraph.situation.Situation.Counts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which of many contexts differ from the rest of their family for certain: e-values, and of those as many as keep the
 * share of false ones within {@link #FALSE_SHARE} (e-BH, Wang and Ramdas 2022), however often one looks.
 */
public final class SignificanceTest {
    /** The share of false discoveries among those that pass, at most. */
    public static final double FALSE_SHARE = 0.1;

    private SignificanceTest() {}

    /**
     * The logarithm of an e-value: how much better two rates, one for the context and one for the rest of its family,
     * explain the counts than one does, each rate being equally likely beforehand.
     */
    public static double evidence(Counts context, Counts all) {
        Counts rest = new Counts(all.actions() - context.actions(), all.failures() - context.failures());
        return marginal(context) + marginal(rest) - marginal(all);
    }

    /** The names that pass, of {@code evidence} by name; {@code tried} is how many there were to choose from. */
    public static Set<String> passing(Map<String, Double> evidence, int tried) {
        List<Map.Entry<String, Double>> ordered = new ArrayList<>(evidence.entrySet());
        ordered.sort(Map.Entry.<String, Double>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey(Comparator.naturalOrder())));
        int last = 0;
        for (int k = 1; k <= ordered.size(); k++) {
            if (ordered.get(k - 1).getValue() >= Math.log(tried / (FALSE_SHARE * k))) {
                last = k;
            }
        }
        Set<String> names = new HashSet<>();
        ordered.subList(0, last).forEach(entry -> names.add(entry.getKey()));
        return names;
    }

    /** ln of Beta(failures + 1, successes + 1): the likelihood of the counts over all rates. */
    private static double marginal(Counts counts) {
        return logFactorial(counts.failures())
                + logFactorial(counts.actions() - counts.failures())
                - logFactorial(counts.actions() + 1);
    }

    /** ln n!, by Stirling's series from 20 on, which is right to twelve digits there. */
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
