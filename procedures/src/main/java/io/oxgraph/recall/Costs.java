package io.oxgraph.recall;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What each retriever took lately on this server, by path, in nanoseconds: a running mean. */
final class Costs {
    private static final double NEWEST = 0.2;
    /** What was left out is believed to be a little cheaper each time, so that it is tried again. */
    private static final double FORGETTING = 0.9;

    private final Map<String, Double> means = new ConcurrentHashMap<>();

    double expected(String path, Retriever retriever) {
        return means.getOrDefault(key(path, retriever), 0.0);
    }

    void took(String path, Retriever retriever, long nanos) {
        means.merge(key(path, retriever), (double) nanos, (mean, taken) -> mean + NEWEST * (taken - mean));
    }

    void leftOut(String path, Retriever retriever) {
        means.computeIfPresent(key(path, retriever), (key, mean) -> mean * FORGETTING);
    }

    private static String key(String path, Retriever retriever) {
        return path + ' ' + retriever.key();
    }
}
