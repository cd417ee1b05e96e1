package io.oxgraph.guard;

import io.oxgraph.error.ErrorCode;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.LockedNode;
import io.oxgraph.graph.Statements;
import io.oxgraph.model.PurgeResults.PurgeEnd;
import io.oxgraph.model.PurgeResults.PurgedBatch;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;

/**
 * Deletes what a workspace holds, when it is deleted for good. Each batch is a transaction that no Cypher of a caller
 * can enter; the guard knows it by its thread, and accepts the deletion of transitions and of the workspace in no other.
 * It locks the workspace first, so that of several calls that delete it one follows the other.
 */
public final class Purge {
    private static final ThreadLocal<String> WORKSPACE = new ThreadLocal<>();

    private final GraphDatabaseService database;
    private final String workspaceId;

    public Purge(GraphDatabaseService database, String workspaceId) {
        this.database = database;
        this.workspaceId = workspaceId;
    }

    /** Whether the transaction that this thread is committing purges the workspace. */
    static boolean isOf(String workspaceId) {
        return workspaceId.equals(WORKSPACE.get());
    }

    /**
     * Deletes a batch of the workspace's nodes, all but its entities and itself, in the order of ids.
     *
     * @param after the last id of the batch before; empty for the first
     */
    public PurgedBatch memory(String after, long batch) {
        Map<String, Object> given = Map.of("workspace_id", workspaceId, "after", after, "batch", batch);
        return run(new PurgedBatch(null, 0), (tx, workspace) -> {
            Map<String, Object> row = row(tx, "guard/purge_memory", given);
            return new PurgedBatch((String) row.get("last"), (Long) row.get("removed"));
        });
    }

    /** Deletes the workspace's own node, if nothing else of it is left. */
    public PurgeEnd end() {
        Map<String, Object> given = Map.of("workspace_id", workspaceId);
        return run(new PurgeEnd(true), (tx, workspace) -> {
            boolean rest = (Boolean) row(tx, "guard/purge_rest", given).get("rest");
            if (!rest) {
                workspace.getRelationships().forEach(Relationship::delete);
                workspace.delete();
            }
            return new PurgeEnd(!rest);
        });
    }

    /** @param gone the result when the workspace has no node: an earlier call has ended its deletion */
    private <T> T run(T gone, BiFunction<Transaction, Node, T> work) {
        WORKSPACE.set(workspaceId);
        try (Transaction tx = database.beginTx()) {
            Optional<Node> workspace = LockedNode.existing(tx, Labels.WORKSPACE, workspaceId, workspaceId)
                    .map(LockedNode::node);
            workspace.ifPresent(this::requireMark);
            T result = workspace.map(node -> work.apply(tx, node)).orElse(gone);
            tx.commit();
            return result;
        } finally {
            WORKSPACE.remove();
        }
    }

    private void requireMark(Node workspace) {
        if (!Boolean.TRUE.equals(workspace.getProperty("purging", false))) {
            throw ErrorCode.GUARD_WORKSPACE_KEPT.with("detail", workspaceId + " is not being deleted for good");
        }
    }

    private static Map<String, Object> row(Transaction tx, String statement, Map<String, Object> parameters) {
        try (Result result = tx.execute(Statements.get(statement), parameters)) {
            return result.next();
        }
    }
}
