package io.oxgraph.outcomes;

import io.oxgraph.text.Names;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Groups intents that say nearly the same in words that many of them use, so that names and numbers do not keep tasks of one
 * kind apart. An intent joins the most similar cluster, by its first intent, or begins one. Reads the runs in their order.
 */
final class IntentClusters {
    /** Runs whose intents must have a word; rarer ones are names, numbers and details. */
    private static final int MIN_RUNS = 10;

    /** Smallest share of common words (Dice coefficient) with the first intent of a cluster. */
    private static final double MIN_SIMILARITY = 0.6;

    /** Maximum number of clusters; further intents have none. */
    private static final int MAX_CLUSTERS = 200;

    private final Map<String, String> clusters = new HashMap<>();

    private IntentClusters() {}

    static IntentClusters of(List<Run> runs) {
        Map<String, Set<String>> words = new LinkedHashMap<>();
        Map<String, Integer> frequency = new HashMap<>();
        for (Run run : runs) {
            Set<String> own = words.computeIfAbsent(run.intent(), text -> new HashSet<>(Names.words(text)));
            own.forEach(word -> frequency.merge(word, 1, Integer::sum));
        }
        IntentClusters found = new IntentClusters();
        List<Set<String>> firsts = new ArrayList<>();
        words.forEach((intent, own) -> {
            own.removeIf(word -> frequency.get(word) < MIN_RUNS);
            if (!own.isEmpty()) {
                found.join(intent, own, firsts);
            }
        });
        return found;
    }

    private void join(String intent, Set<String> own, List<Set<String>> firsts) {
        int best = -1;
        double most = 0;
        for (int i = 0; i < firsts.size(); i++) {
            double similarity = similarity(own, firsts.get(i));
            if (similarity > most) {
                best = i;
                most = similarity;
            }
        }
        if (most < MIN_SIMILARITY && firsts.size() < MAX_CLUSTERS) {
            best = firsts.size();
            firsts.add(own);
            most = 1;
        }
        if (most >= MIN_SIMILARITY) {
            clusters.put(intent, "intents " + best);
        }
    }

    private static double similarity(Set<String> one, Set<String> other) {
        long common = one.stream().filter(other::contains).count();
        return 2.0 * common / (one.size() + other.size());
    }

    /** The names of the kind of a run's task, the most specific first: its intent, its cluster, its node type; '' for none. */
    List<String> kinds(Run run) {
        return List.of(run.intent(), clusters.getOrDefault(run.intent(), ""), run.nodeType());
    }
}
