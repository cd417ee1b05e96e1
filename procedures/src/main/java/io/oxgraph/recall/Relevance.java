package io.oxgraph.recall;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * How much a result has to do with the query, from 0 to 1, whatever else was found: what abstention asks for. A score of
 * the ranking could not say, as the best of its list always looks good. The constants were measured: docs/recall.md.
 */
public final class Relevance {
    private static final double COSINE = 0.6;
    private static final double COVERAGE = 0.4;
    private static final double LEAD = 2;
    private static final double LEAST_LEAD = -0.3;
    private static final double MOST_LEAD = 0.1;

    private final List<Map<String, Double>> queries = new ArrayList<>();

    /**
     * Ready for a query.
     *
     * @param texts the ways it is said; the best fit counts
     * @param rarity what a word weighs
     */
    public Relevance(List<String> texts, ToDoubleFunction<String> rarity) {
        for (String text : texts) {
            Map<String, Double> weights = new LinkedHashMap<>();
            Terms.telling(text).forEach((term, word) -> weights.put(term, rarity.applyAsDouble(word)));
            queries.add(weights);
        }
    }

    /**
     * Of one result.
     *
     * @param cosine null where vectors were not compared; words alone decide then
     * @param lead by how much what the speakers whom the query names said is ahead of all others'; 0 for a memory, and
     *     where it names nobody: what another said does not answer
     */
    double of(Double cosine, String text, double lead) {
        double coverage = coverage(text);
        double relevance = cosine == null ? coverage : COSINE * Math.clamp(cosine, 0, 1) + COVERAGE * coverage;
        return Math.clamp(relevance + LEAD * Math.clamp(lead, LEAST_LEAD, MOST_LEAD), 0, 1);
    }

    /** The share of the query's words, by what they weigh, that stand in the text. */
    public double coverage(String text) {
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
