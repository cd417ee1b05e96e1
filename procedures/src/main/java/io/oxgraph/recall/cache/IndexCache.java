package io.oxgraph.recall.cache;

import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.recall.Scope;
import io.oxgraph.recall.SearchBackend;
import io.oxgraph.recall.cache.Snapshot.SnapshotBuilder;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;

/** The in-memory index cache: one snapshot for each workspace that recall searched lately, with LRU eviction. */
public final class IndexCache {
    /** The commit listeners, one for each running database. */
    static final Collection<CommitListener> LISTENERS = new CopyOnWriteArrayList<>();

    private static volatile CacheLimits limits = CacheLimits.ofServer();

    private IndexCache() {}

    /**
     * Returns the search backend of a workspace as committed now, without uncommitted writes of the caller's
     * transaction.
     *
     * @return empty when the workspace exceeds the limits or does not exist
     */
    public static Optional<SearchBackend> of(Transaction tx, String workspaceId, Scope scope) {
        Optional<Node> node = Lookup.byId(tx, Labels.WORKSPACE, workspaceId, workspaceId);
        return node.flatMap(workspace -> snapshot(workspaceId, workspace))
                .map(snapshot -> new CacheBackend(snapshot, scope));
    }

    private static Optional<Snapshot> snapshot(String id, Node node) {
        String slot = node.getProperty("embedding_slot", null) instanceof String given ? given : "embedding";
        for (CommitListener listener : LISTENERS) {
            CachedWorkspace workspace = listener.workspace(id, node.getElementId());
            if (workspace != null) {
                return workspace.snapshot(slot);
            }
        }
        return Optional.empty();
    }

    static CacheLimits limits() {
        return limits;
    }

    /** For tests. */
    static void limits(CacheLimits given) {
        limits = given;
    }

    /** Evicts the least recently used workspaces while all together exceed the limit on bytes. */
    static synchronized void evictOverLimit(CachedWorkspace asked) {
        List<CachedWorkspace> all = LISTENERS.stream()
                .flatMap(listener -> listener.workspaces().stream())
                .toList();
        long bytes = all.stream().mapToLong(CachedWorkspace::bytes).sum();
        if (bytes > limits.bytes()) {
            evictLeastRecentlyUsed(asked, all, bytes - limits.bytes());
        }
    }

    /** Reads each time of last use once, since it changes during sorting. */
    private static void evictLeastRecentlyUsed(CachedWorkspace asked, List<CachedWorkspace> all, long bytes) {
        Map<CachedWorkspace, Long> used = new HashMap<>();
        all.stream()
                .filter(workspace -> workspace != asked)
                .forEach(workspace -> used.put(workspace, workspace.used()));
        long rest = bytes;
        for (CachedWorkspace workspace :
                used.keySet().stream().sorted(Comparator.comparing(used::get)).toList()) {
            if (rest > 0) {
                rest -= workspace.bytes();
                workspace.drop();
            }
        }
    }

    /**
     * Limits of the cache; system properties of the server override them. The older names {@code oxgraph.held.*} are
     * read too.
     *
     * @param vectors maximum number of vectors of one workspace ({@code oxgraph.cache.vectors}, default 100,000); 0
     *     turns the cache off
     * @param bytes maximum size of all workspaces: a share of the heap ({@code oxgraph.cache.heap_share}, default
     *     0.33)
     */
    record CacheLimits(int vectors, long bytes) {
        /** Maximum number of items, as a multiple of the number of vectors. */
        private static final int ITEMS = 8;

        private static final int VECTORS = 100_000;
        private static final double HEAP_SHARE = 0.33;

        static CacheLimits ofServer() {
            String given =
                    System.getProperty("oxgraph.cache.heap_share", System.getProperty("oxgraph.held.heap_share"));
            double share = given == null ? HEAP_SHARE : Double.parseDouble(given);
            return new CacheLimits(
                    Integer.getInteger("oxgraph.cache.vectors", Integer.getInteger("oxgraph.held.vectors", VECTORS)),
                    (long) (share * Runtime.getRuntime().maxMemory()));
        }

        boolean allow(SnapshotBuilder builder) {
            return builder.vectors() <= vectors
                    && builder.items() <= (long) ITEMS * vectors
                    && builder.bytes() <= bytes;
        }
    }
}
