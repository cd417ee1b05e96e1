package io.oxgraph.recall.indexed;

import io.oxgraph.graph.Scope;
import io.oxgraph.recall.SearchBackend.Hit;
import io.oxgraph.recall.indexed.IndexReader.Found;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.neo4j.graphdb.Node;

/**
 * Searches the vectors of a workspace without further conditions, and drops what does not pass. Given a range of owners,
 * the database first makes a set of all vectors within it, which of a million takes longer than the search itself. Without
 * is quicker where most of the workspace passes, which is learned from what passed before.
 */
final class WideSearch {
    /** With a smaller share a search with all conditions is quicker. */
    private static final double LEAST_SHARE = 0.5;
    /** More than are needed are asked for where some do not pass. */
    private static final double MARGIN = 1.1;
    /** A share that was too small is forgotten call by call, so that it is learned again after some hundred. */
    private static final double FORGETTING = 1.01;

    private static final int MOST_SHARES = 10_000;
    /** The part that passed last, by statement, workspace and kind of scope. */
    private static final Map<String, Double> SHARES = new ConcurrentHashMap<>();

    private final IndexReader rows;
    private final String workspaceId;
    private final String suffix;

    WideSearch(IndexReader rows, String workspaceId, Scope scope) {
        this.rows = rows;
        this.workspaceId = workspaceId;
        boolean part = scope.agentId() != null;
        suffix = ' ' + workspaceId + (scope.allUsers() ? " all" : " user") + (part ? " agent" : "");
    }

    /**
     * The nearest accepted items; fewer than the limit, or none, where the search is not worth it or too few passed.
     *
     * @param read returns an item, or empty to reject the node
     */
    <T> List<Hit<T>> nearest(String statement, float[] vector, int limit, Function<Node, Optional<T>> read) {
        String key = statement + suffix;
        double share = SHARES.getOrDefault(key, 1.0);
        if (share < LEAST_SHARE) {
            SHARES.put(key, share * FORGETTING);
            return List.of();
        }
        long asked = share == 1 ? limit : (long) Math.ceil(limit * MARGIN / share);
        Map<String, Object> parameters = Map.of("workspace_id", workspaceId, "vector", vector, "limit", asked);
        Found<T> found = rows.best(statement, parameters, Integer.MAX_VALUE, read);
        learn(key, found);
        return found.hits();
    }

    private static void learn(String key, Found<?> found) {
        if (SHARES.size() >= MOST_SHARES) {
            SHARES.clear();
        }
        if (found.rows() > 0) {
            // Not 0, which would never grow again.
            SHARES.put(key, Math.max(0.01, (double) found.hits().size() / found.rows()));
        }
    }
}
