package io.oxgraph.recall.cache;

import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.graph.Scope;
import io.oxgraph.recall.SearchBackend;
import io.oxgraph.recall.cache.Snapshot.SnapshotBuilder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;

/** The in-memory index cache: one snapshot for each workspace that recall searched lately. */
public final class IndexCache {
    /** The commit listeners, one for each running database. */
    static final Collection<CommitListener> LISTENERS = new CopyOnWriteArrayList<>();

    /** How long ago a workspace in use was asked at most, in nanoseconds. */
    private static final long IN_USE = TimeUnit.MINUTES.toNanos(1);

    private static volatile CacheLimits limits = CacheLimits.ofServer();
    private static volatile LongSupplier clock = System::nanoTime;

    private IndexCache() {}

    /**
     * Returns the search backend of a workspace as committed now, without uncommitted writes of the caller's
     * transaction.
     *
     * @return empty when the workspace exceeds the limits or does not exist
     */
    public static Optional<SearchBackend> of(Transaction tx, String workspaceId, Scope scope) {
        Optional<Node> node = Lookup.byId(tx, Labels.WORKSPACE, workspaceId, workspaceId);
        return node.flatMap(workspace -> backend(tx, workspaceId, workspace, scope));
    }

    private static Optional<SearchBackend> backend(Transaction tx, String id, Node node, Scope scope) {
        String slot = slot(node);
        for (CommitListener listener : LISTENERS) {
            CachedWorkspace workspace = listener.workspace(id, node.getElementId());
            if (workspace != null) {
                listener.notice(tx);
                return workspace
                        .snapshot(slot)
                        .map(snapshot -> new CacheBackend(snapshot, scope, workspace.loader()::contradictions));
            }
        }
        return Optional.empty();
    }

    /** The vector slot that a workspace's node names. */
    static String slot(Node node) {
        return node.getProperty("embedding_slot", null) instanceof String given ? given : "embedding";
    }

    static CacheLimits limits() {
        return limits;
    }

    /** For tests. */
    static void limits(CacheLimits given) {
        limits = given;
    }

    /** The time in nanoseconds, as of {@code System.nanoTime()}. */
    static long now() {
        return clock.getAsLong();
    }

    /** For tests. */
    static void clock(LongSupplier given) {
        clock = given;
    }

    /**
     * Evicts others while all together exceed the limit on bytes: first those above an equal share, then those below
     * it, the least recently used of each first. Equal are the workspaces in use, which were asked within a minute. One
     * that is above an equal share itself evicts none of those in use below it.
     *
     * @return whether there is room for the one that was asked
     */
    static synchronized boolean makeRoom(CachedWorkspace asked) {
        List<CacheUse> all = inUse();
        long excess = all.stream().mapToLong(CacheUse::bytes).sum() - limits.bytes();
        if (excess <= 0) {
            return true;
        }
        long since = now() - IN_USE;
        long inUse = all.stream()
                .filter(one -> one.workspace() == asked || one.isUsed(since))
                .count();
        long share = limits.bytes() / Math.max(1, inUse);
        boolean isLarge = asked.bytes() > share;
        List<CacheUse> evicted = new ArrayList<>();
        for (CacheUse one : all.stream().sorted(evictionOrder(share)).toList()) {
            boolean isProtected = isLarge && one.bytes() <= share && one.isUsed(since);
            if (excess > 0 && one.workspace() != asked && !isProtected) {
                evicted.add(one);
                excess -= one.bytes();
            }
        }
        if (excess <= 0) {
            evicted.forEach(one -> one.workspace().drop());
        }
        return excess <= 0;
    }

    private static Comparator<CacheUse> evictionOrder(long share) {
        return Comparator.comparing((CacheUse one) -> one.bytes() <= share).thenComparing(CacheUse::used);
    }

    /** The cached workspaces, each with its size and its last use at one moment, since both change. */
    private static List<CacheUse> inUse() {
        return LISTENERS.stream()
                .flatMap(listener -> listener.workspaces().stream())
                .map(workspace -> new CacheUse(workspace, workspace.bytes(), workspace.used()))
                .filter(one -> one.bytes() > 0)
                .toList();
    }

    /**
     * The limits for what is loaded beside all that is cached now.
     *
     * @param free bytes to be left
     */
    static CacheLimits room(long free) {
        long taken = inUse().stream().mapToLong(CacheUse::bytes).sum();
        return new CacheLimits(limits.vectors(), limits.bytes() - taken - free);
    }

    /** A cached workspace at one moment. */
    private record CacheUse(CachedWorkspace workspace, long bytes, long used) {
        boolean isUsed(long since) {
            return used - since >= 0;
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
