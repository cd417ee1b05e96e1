package io.oxgraph.guard;

import io.oxgraph.error.ErrorCode;
import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.model.ArchiveResults.ImportPosition;
import java.time.ZonedDateTime;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;

/**
 * A workspace that moves to another server. On its source a mark ({@code moving}) is put on while all commits of the
 * workspace wait; later commits are refused, so that nothing is written there once its last changes are read. Reads are
 * answered until it is closed, just before the directory switches. On its target it is an import, which one attempt owns
 * at a time.
 */
public final class WorkspaceMove {
    /** What the mark of an import begins with that is a move's. */
    static final String PREFIX = "move:";

    private static final ThreadLocal<Boolean> MARKING = ThreadLocal.withInitial(() -> false);
    private static final long STILL_MILLIS = 5_000;
    private static final String PURGING = "purging";

    private final GraphDatabaseService database;
    private final WorkspaceImport target;
    private final String workspaceId;

    public WorkspaceMove(GraphDatabaseService database, String workspaceId) {
        this.database = database;
        this.target = new WorkspaceImport(database);
        this.workspaceId = workspaceId;
    }

    /** Whether this thread commits the mark itself, which passes its own fence. */
    static boolean isMarking() {
        return MARKING.get();
    }

    /** Refuses what would change a workspace that has moved. One that is being deleted for good takes nothing new. */
    static void check(TransactionChanges changes, Set<Node> stamped, Transaction tx) {
        Set<String> seen = new HashSet<>();
        for (Node node : stamped) {
            if (node.getProperty(Keys.WORKSPACE_ID, null) instanceof String id
                    && !node.hasLabel(Labels.LOCK)
                    && !WorkspaceImport.isOf(id)
                    && !Purge.isOf(id)
                    && seen.add(id)) {
                Lookup.byId(tx, Labels.WORKSPACE, id, id)
                        .filter(workspace -> workspace.hasProperty(Keys.MOVING))
                        .filter(workspace -> !workspace.hasProperty(PURGING) || takesNew(changes, id))
                        .ifPresent(WorkspaceMove::refuse);
            }
        }
    }

    private static boolean takesNew(TransactionChanges changes, String workspaceId) {
        return changes.created().stream()
                .anyMatch(node -> workspaceId.equals(node.getProperty(Keys.WORKSPACE_ID, null)));
    }

    private static void refuse(Node workspace) {
        throw ErrorCode.WORKSPACE_MOVING.with("workspace", workspace.getProperty("name", "?"));
    }

    // On the source

    /**
     * Reads the last changes and puts the mark on, at a moment at which no transaction changes the workspace.
     *
     * @param fence the mark
     * @param read reads the changes up to a position
     * @param complete whether that was all; otherwise no mark is put on
     * @return what was read; empty where transactions of others did not end in time
     */
    public <T> Optional<T> fence(String fence, BiFunction<Transaction, Long, T> read, Predicate<T> complete) {
        MARKING.set(true);
        try (Transaction tx = database.beginTx()) {
            Node workspace = locked(tx); // Before the fence: transactions that wait at it may have locked the node.
            if (workspace.hasProperty(Keys.MOVING)) {
                refuse(workspace);
            }
            if (workspace.hasProperty("deleted_at")) {
                throw ErrorCode.WORKSPACE_NOT_FOUND.with("workspace", workspaceId);
            }
            return Revisions.of(database.databaseName()).still(tx, workspaceId, STILL_MILLIS, position -> {
                T found = read.apply(tx, position);
                if (complete.test(found)) {
                    mark(tx, workspace, fence);
                }
                return found;
            });
        } finally {
            MARKING.remove();
        }
    }

    /** Commits before the others go on. */
    private void mark(Transaction tx, Node workspace, String fence) {
        target.within(workspaceId, () -> {
            workspace.setProperty(Keys.MOVING, fence);
            tx.commit();
        });
    }

    /** Refuses reads too, where this mark is on; whether it was. Before it the directory must not switch. */
    public boolean close(String fence) {
        return marked(fence, workspace -> workspace.setProperty(Keys.CLOSED, true));
    }

    /** Takes this mark off; whether it was on. */
    public boolean release(String fence) {
        return marked(fence, workspace -> {
            workspace.removeProperty(Keys.MOVING);
            workspace.removeProperty(Keys.CLOSED);
        });
    }

    private boolean marked(String fence, Consumer<Node> change) {
        return target.run(tx -> {
            Node workspace = locked(tx);
            boolean own = fence.equals(workspace.getProperty(Keys.MOVING, null)) && !workspace.hasProperty(PURGING);
            if (own) {
                WorkspaceImport.allow(workspaceId);
                change.accept(workspace);
            }
            return own;
        });
    }

    /** Begins to delete what has moved; whether there is anything left. */
    public boolean discard(String fence, ZonedDateTime now) {
        return target.run(tx -> {
            Optional<Node> found = Lookup.byId(tx, Labels.WORKSPACE, workspaceId, workspaceId);
            found.ifPresent(workspace -> {
                tx.acquireWriteLock(workspace);
                if (!fence.equals(workspace.getProperty(Keys.MOVING, null))) {
                    throw ErrorCode.INVALID_INPUT.with("field", "fence", "reason", "is not that of the workspace");
                }
                WorkspaceImport.allow(workspaceId);
                workspace.setProperty(PURGING, true);
                workspace.setProperty("deleted_at", workspace.getProperty("deleted_at", now));
            });
            return found.isPresent();
        });
    }

    private Node locked(Transaction tx) {
        Node workspace = Lookup.byId(tx, Labels.WORKSPACE, workspaceId, workspaceId)
                .orElseThrow(() -> ErrorCode.WORKSPACE_NOT_FOUND.with("workspace", workspaceId));
        tx.acquireWriteLock(workspace);
        return workspace;
    }

    // On the target

    /** Makes the workspace of an attempt, or takes over that of an earlier one. */
    public ImportPosition begin(String name, String origin, String attempt, ZonedDateTime now) {
        return target.take(name, origin, PREFIX + attempt, now);
    }

    /** Changes the copy, unless another attempt has taken over. */
    public long change(String attempt, ToLongFunction<Transaction> work) {
        return target.change(workspaceId, PREFIX + attempt, work);
    }

    /** Serves the copy; a second time it changes nothing. */
    public ImportPosition end(String attempt, ZonedDateTime now) {
        return target.end(workspaceId, PREFIX + attempt, now);
    }
}
