package io.oxgraph.recall.held;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Transaction;
import org.neo4j.graphdb.event.TransactionData;
import org.neo4j.graphdb.event.TransactionEventListener;

/**
 * Tells the held workspaces of one database what was committed. A writer into workspaces that are not held pays next to
 * nothing: its nodes are not collected, and what begins to be held during its commit is read once more.
 */
public final class Keeper implements TransactionEventListener<Keeper.Commit> {
    /**
     * A commit on its way.
     *
     * @param begun how often a workspace had begun to listen when it started
     * @param nodes its nodes by workspace, of those that listened by then
     */
    record Commit(long begun, Map<String, ? extends Collection<String>> nodes) {}

    private final GraphDatabaseService database;
    private final Map<String, HeldWorkspace> workspaces = new ConcurrentHashMap<>();
    private final AtomicLong begun = new AtomicLong();
    private final AtomicLong listening = new AtomicLong();

    public Keeper(GraphDatabaseService database) {
        this.database = database;
    }

    /** From here on its workspaces can be held. */
    public void start() {
        Held.KEEPERS.add(this);
    }

    /** Lets go of everything. */
    public void stop() {
        Held.KEEPERS.remove(this);
        workspaces.clear();
    }

    /** The workspace of this node, if it is of this database; null otherwise. */
    HeldWorkspace workspace(String id, String node) {
        HeldWorkspace known = workspaces.get(id);
        if (known != null && known.is(node)) {
            return known;
        }
        Loader loader = new Loader(database, id);
        return loader.owns(node)
                ? workspaces.compute(id, (key, now) -> now != null && now.is(node) ? now : replaced(now, node, loader))
                : null;
    }

    /** A workspace that was purged may have been made again. */
    private HeldWorkspace replaced(HeldWorkspace before, String node, Loader loader) {
        if (before != null) {
            before.drop();
        }
        return new HeldWorkspace(node, loader, this);
    }

    Collection<HeldWorkspace> workspaces() {
        return workspaces.values();
    }

    /** A workspace listens from now on; its number. Whoever reads that number or a later one sees it listen. */
    long begin() {
        listening.incrementAndGet();
        return begun.incrementAndGet();
    }

    void end() {
        listening.decrementAndGet();
    }

    private boolean isListening(String workspaceId) {
        HeldWorkspace workspace = workspaces.get(workspaceId);
        return workspace != null && workspace.isListening();
    }

    @Override
    public Commit beforeCommit(TransactionData data, Transaction tx, GraphDatabaseService given) {
        long before = begun.get();
        return new Commit(before, listening.get() == 0 ? Map.of() : Notes.of(data, this::isListening));
    }

    @Override
    public void afterCommit(TransactionData data, Commit commit, GraphDatabaseService given) {
        commit.nodes().forEach(this::note);
        if (commit.begun() != begun.get()) {
            workspaces.values().forEach(workspace -> workspace.missed(commit.begun()));
        }
    }

    private void note(String workspaceId, Collection<String> nodes) {
        HeldWorkspace workspace = workspaces.get(workspaceId);
        if (workspace != null) {
            workspace.note(nodes);
        }
    }

    @Override
    public void afterRollback(TransactionData data, Commit commit, GraphDatabaseService given) {}
}
