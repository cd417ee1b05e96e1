package io.oxgraph.recall;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The weights of the retrievers by kind of query, from {@code oxgraph/recall/plans.tsv}, which is packed into the jar.
 */
final class Plans {
    static final String GENERAL = "general";

    private static final String RESOURCE = "/oxgraph/recall/plans.tsv";
    private static final Map<String, Map<Retriever, Double>> PLANS = parse(read());

    private Plans() {}

    /** Weights of a plan; null when unknown. */
    static Map<Retriever, Double> get(String plan) {
        return PLANS.get(plan);
    }

    private static String read() {
        try (InputStream in = Plans.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException(RESOURCE + " is missing from the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, Map<Retriever, Double>> parse(String text) {
        List<String[]> rows = text.lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(line -> line.split("\t", -1))
                .toList();
        List<String> columns = List.of(rows.getFirst());
        Map<String, Map<Retriever, Double>> plans = new HashMap<>();
        for (String[] row : rows.subList(1, rows.size())) {
            Map<Retriever, Double> weights = new EnumMap<>(Retriever.class);
            for (Retriever retriever : Retriever.values()) {
                weights.put(retriever, Double.parseDouble(row[columns.indexOf(retriever.key())]));
            }
            plans.put(row[columns.indexOf("kind")], weights);
        }
        return plans;
    }
}
