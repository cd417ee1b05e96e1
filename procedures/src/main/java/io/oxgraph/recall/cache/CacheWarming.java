package io.oxgraph.recall.cache;

import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.recall.cache.CachedWorkspace.Ahead;
import io.oxgraph.recall.cache.IndexCache.CacheLimits;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;
import org.neo4j.logging.Log;

/**
 * Fills the cache in the background, so that a workspace's first question need not wait for it. When a database starts,
 * those that changed last come first, since a workspace that is searched is mostly written to as well, and a recall's
 * access counts are changes. Then, once a second, those come in which memories or messages were written, once nothing
 * was for a round; no commit waits for it, or does more for it than note its time.
 *
 * <p>It evicts nothing and loads none that is cached. What it loads goes before all that was asked, leaves a tenth of the
 * cache free, and takes at most half of one processor.
 */
public final class CacheWarming {
    /** Changes that are looked at, the newest first; in a round, which can take seconds, mostly all since the last. */
    private static final long CHANGES = 200_000;

    private static final long PATIENCE_MILLIS = TimeUnit.MINUTES.toMillis(10);
    private static final long ROUND_MILLIS = 1_000;
    /** The pause after each load, as a multiple of the time that it took. */
    private static final long REST = 1;
    /** Part of the cache that is left to the workspaces that are asked. */
    private static final int FREE_PART = 10;
    /** Pause before one that did not fit is tried again, in nanoseconds. */
    private static final long RETRY_AFTER = TimeUnit.MINUTES.toNanos(10);

    private static final String NEWEST_CHANGES = "MATCH (n:_mem) WHERE n.rev > $since"
            + " RETURN n.workspace_id AS w, n.rev AS rev, n:memory OR n:message AS searched"
            + " ORDER BY n.rev DESC LIMIT $changes";

    private final GraphDatabaseService database;
    private final CommitListener listener;
    private final Log log;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Map<String, Long> tooLarge = new HashMap<>();
    /** Those written to in the last round, and those loaded in it. */
    private Set<String> written = new LinkedHashSet<>();
    /** The time of the last commit before the last round. */
    private long committedAt;
    /** The greatest revision that was seen. A smaller one that was under way is missed, and its workspace read when asked. */
    private long since;
    /** The last use of those that were not asked: before any that was, later for each. */
    private long lastUse;

    private boolean failed;

    /** Of the database that the listener is registered on. */
    public CacheWarming(GraphDatabaseService database, CommitListener listener, Log log) {
        this.database = database;
        this.listener = listener;
        this.log = log;
    }

    /** Starts the background thread. */
    public void start() {
        if (Boolean.parseBoolean(System.getProperty("oxgraph.cache.warm", "true"))) {
            Thread thread = new Thread(this::run, "oxgraph recall cache of " + database.databaseName());
            thread.setDaemon(true);
            thread.start();
        }
    }

    /** Loads no further workspace. */
    public void stop() {
        stopped.countDown();
    }

    private void run() {
        try {
            if (database.isAvailable(PATIENCE_MILLIS)) {
                attempt(this::warm);
                while (rest(TimeUnit.MILLISECONDS.toNanos(ROUND_MILLIS))) {
                    attempt(this::round);
                }
            }
        } catch (RuntimeException e) {
            warn(e);
        }
    }

    private void attempt(Runnable work) {
        try {
            work.run();
            failed = false;
        } catch (RuntimeException e) {
            warn(e);
        }
    }

    private void warn(RuntimeException error) {
        if (!failed && !isStopped()) {
            log.warn("Could not fill the recall cache; each workspace is read at its first question.", error);
        }
        failed = true;
    }

    private boolean isStopped() {
        return stopped.getCount() == 0;
    }

    /** Loads what fits of what changed last; returns the number of workspaces that are cached by it. */
    int warm() {
        long before = IndexCache.now();
        lastUse = before;
        int loaded = 0;
        for (String workspaceId : changed(false)) {
            // A later one was used less lately, and all were before any that is asked from now on.
            Ahead outcome = isStopped() ? Ahead.NO_ROOM : load(workspaceId, IndexCache.room(0), before - loaded);
            if (outcome == Ahead.NO_ROOM) {
                break;
            }
            loaded += outcome == Ahead.TOO_LARGE ? 0 : 1;
        }
        return loaded;
    }

    /** Loads the workspaces that were written to before the last round, and not since. */
    void round() {
        long last = listener.committedAt();
        if (written.isEmpty() && last == committedAt) {
            return;
        }
        committedAt = last;
        Set<String> now = changed(true);
        Set<String> quiet = new LinkedHashSet<>(written);
        quiet.removeAll(now);
        written = now;
        long time = IndexCache.now();
        tooLarge.values().removeIf(at -> time - at > RETRY_AFTER);
        quiet.removeAll(tooLarge.keySet());
        for (String workspaceId : quiet) {
            CacheLimits room = IndexCache.room(IndexCache.limits().bytes() / FREE_PART);
            if (room.bytes() <= 0 || !rest(REST * ahead(workspaceId, room))) {
                return;
            }
        }
    }

    /** Loads one; returns the nanoseconds that it took. */
    private long ahead(String workspaceId, CacheLimits room) {
        long begun = System.nanoTime();
        switch (load(workspaceId, room, ++lastUse)) {
            case TOO_LARGE, NO_ROOM -> tooLarge.put(workspaceId, IndexCache.now());
            // The next round makes sure of it: a commit that was under way may yet end, and have changed it.
            case LOADED -> written.add(workspaceId);
            case CACHED_BEFORE -> {}
        }
        return System.nanoTime() - begun;
    }

    /** Whether it is to go on after a pause. */
    private boolean rest(long nanos) {
        try {
            return !stopped.await(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** The outcome; a workspace that is gone counts as cached. */
    private Ahead load(String workspaceId, CacheLimits room, long use) {
        Optional<CachedWorkspace> workspace;
        String slot;
        try (Transaction tx = database.beginTx()) {
            Optional<Node> node = Lookup.byId(tx, Labels.WORKSPACE, workspaceId, workspaceId);
            slot = node.map(IndexCache::slot).orElse("");
            workspace = node.map(found -> listener.workspace(workspaceId, found.getElementId()));
        }
        return workspace.isEmpty() ? Ahead.CACHED_BEFORE : workspace.get().warm(slot, room, use);
    }

    /**
     * The workspaces of the newest changes since the last call, the last changed first.
     *
     * @param searched only those with changed memories or messages
     */
    private Set<String> changed(boolean searched) {
        Set<String> found = new LinkedHashSet<>();
        long newest = since;
        try (Transaction tx = database.beginTx();
                Result rows = tx.execute(NEWEST_CHANGES, Map.of("since", since, "changes", CHANGES))) {
            while (rows.hasNext()) {
                Map<String, Object> row = rows.next();
                newest = Math.max(newest, (long) row.get("rev"));
                if (row.get("w") instanceof String id && (!searched || Boolean.TRUE.equals(row.get("searched")))) {
                    found.add(id);
                }
            }
        }
        since = newest;
        return found;
    }
}
