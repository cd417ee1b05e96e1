package io.oxgraph.recall;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * How much a result has to do with the query, from 0 to 1, whatever else was found: what abstention asks for. A score of
 * the ranking could not say, as the best of its list always looks good.
 */
final class Relevance {
    private static final double COSINE = 0.6;
    private static final double COVERAGE = 0.4;

    private final List<Map<String, Double>> queries = new ArrayList<>();
    private final boolean vectors;

    /**
     * Ready for a query.
     *
     * @param texts the ways it is said; the best fit counts
     * @param rarity what a word weighs
     * @param vectors whether cosines are known; words alone decide without
     */
    Relevance(List<String> texts, ToDoubleFunction<String> rarity, boolean vectors) {
        this.vectors = vectors;
        for (String text : texts) {
            Map<String, Double> weights = new LinkedHashMap<>();
            Terms.of(text).forEach(term -> weights.put(term, rarity.applyAsDouble(term)));
            queries.add(weights);
        }
    }

    double of(double cosine, String text) {
        double coverage = coverage(text);
        return vectors ? COSINE * Math.clamp(cosine, 0, 1) + COVERAGE * coverage : coverage;
    }

    /** The share of the query's words, by what they weigh, that stand in the text. */
    double coverage(String text) {
        Set<String> terms = Terms.of(text);
        return queries.stream().mapToDouble(query -> share(query, terms)).max().orElse(0);
    }

    private static double share(Map<String, Double> query, Set<String> terms) {
        double all = 0;
        double covered = 0;
        for (Map.Entry<String, Double> word : query.entrySet()) {
            all += word.getValue();
            covered += terms.contains(word.getKey()) ? word.getValue() : 0;
        }
        return all == 0 ? 0 : covered / all;
    }
}
