package io.oxgraph.recall;

import io.oxgraph.table.Table;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;

/** The weights of the retrievers by kind of query: {@code tables/recall_plans.tsv}. */
final class Plans {
    static final String GENERAL = "general";

    private static final Map<String, Map<Retriever, Double>> PLANS = Table.read("recall_plans").stream()
            .collect(Collectors.toUnmodifiableMap(row -> row.get("kind"), Plans::weights));

    private Plans() {}

    /** Weights of a plan; null when unknown. */
    static Map<Retriever, Double> get(String plan) {
        return PLANS.get(plan);
    }

    private static Map<Retriever, Double> weights(Map<String, String> row) {
        Map<Retriever, Double> weights = new EnumMap<>(Retriever.class);
        for (Retriever retriever : Retriever.values()) {
            weights.put(retriever, Double.valueOf(row.get(retriever.key())));
        }
        return weights;
    }
}
