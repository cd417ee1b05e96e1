package io.oxgraph.recall.cache;

import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;
import org.neo4j.logging.Log;

/**
 * Fills the cache in the background when a database starts, so that a workspace's first question need not wait for it:
 * the workspaces that changed last come first, since a workspace that is searched is mostly written to as well, and a recall's
 * access counts are changes. It ends at the first that does not fit, evicts nothing, and loads none that was asked
 * before.
 */
public final class CacheWarming {
    /** Changes that are looked at, the newest first. */
    private static final long CHANGES = 200_000;

    private static final long PATIENCE_MILLIS = TimeUnit.MINUTES.toMillis(10);
    private static final String NEWEST_CHANGES =
            "MATCH (n:_mem) WHERE n.rev > 0 RETURN n.workspace_id AS w ORDER BY n.rev DESC LIMIT $changes";

    private final GraphDatabaseService database;
    private final CommitListener listener;
    private final Log log;
    private volatile boolean stopped;

    /** Of the database that the listener is registered on. */
    public CacheWarming(GraphDatabaseService database, CommitListener listener, Log log) {
        this.database = database;
        this.listener = listener;
        this.log = log;
    }

    /** Starts the background thread, which ends by itself. */
    public void start() {
        if (Boolean.parseBoolean(System.getProperty("oxgraph.cache.warm", "true"))) {
            Thread thread = new Thread(this::run, "oxgraph recall cache of " + database.databaseName());
            thread.setDaemon(true);
            thread.start();
        }
    }

    /** Loads no further workspace. */
    public void stop() {
        stopped = true;
    }

    private void run() {
        try {
            if (database.isAvailable(PATIENCE_MILLIS)) {
                warm();
            }
        } catch (RuntimeException e) {
            if (!stopped) {
                log.warn("Could not fill the recall cache; each workspace is read at its first question.", e);
            }
        }
    }

    /** Loads what fits; returns the number of workspaces that are cached by it. */
    int warm() {
        long before = IndexCache.now();
        int loaded = 0;
        for (String workspaceId : recentlyChanged()) {
            // A later one was used less lately, and all were before any that is asked from now on.
            if (stopped || !warm(workspaceId, before - loaded)) {
                break;
            }
            loaded++;
        }
        return loaded;
    }

    /** Whether the next one may fit as well. */
    private boolean warm(String workspaceId, long lastUse) {
        Optional<CachedWorkspace> workspace;
        String slot;
        try (Transaction tx = database.beginTx()) {
            Optional<Node> node = Lookup.byId(tx, Labels.WORKSPACE, workspaceId, workspaceId);
            slot = node.map(IndexCache::slot).orElse("");
            workspace = node.map(found -> listener.workspace(workspaceId, found.getElementId()));
        }
        return workspace.isEmpty() || workspace.get().warm(slot, IndexCache.room(), lastUse);
    }

    private Set<String> recentlyChanged() {
        Set<String> found = new LinkedHashSet<>();
        try (Transaction tx = database.beginTx();
                Result changes = tx.execute(NEWEST_CHANGES, Map.of("changes", CHANGES))) {
            changes.<String>columnAs("w").stream().filter(Objects::nonNull).forEach(found::add);
        }
        return found;
    }
}
