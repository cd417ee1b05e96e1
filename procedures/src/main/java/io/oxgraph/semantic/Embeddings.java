package io.oxgraph.semantic;

import io.oxgraph.error.ErrorCode;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.graph.Workspace;
import java.util.List;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.NotFoundException;
import org.neo4j.graphdb.Transaction;

/**
 * The vectors of a batch: of the workspace's model all of them, or of the first one's, which then becomes its model.
 */
final class Embeddings {
    static final String UNEMBEDDED = "unembedded";

    private final Node workspace;
    private final Slot slot;
    private boolean claims;

    private Embeddings(Node workspace, Slot slot, boolean claims) {
        this.workspace = workspace;
        this.slot = slot;
        this.claims = claims;
    }

    /** Holds the workspace; alone, from the start, where this batch brings its first vectors. */
    static Workspace hold(Transaction tx, String workspaceId, List<Statement> statements) {
        if (statements.stream().anyMatch(Statement::isEmbedded)) {
            Lookup.byId(tx, Labels.WORKSPACE, workspaceId, workspaceId).ifPresent(node -> holdAlone(tx, node));
        }
        return Workspace.hold(tx, workspaceId);
    }

    private static void holdAlone(Transaction tx, Node workspace) {
        try {
            if (!workspace.hasProperty(Slot.MODEL)) {
                tx.acquireWriteLock(workspace);
            }
        } catch (NotFoundException e) {
            // Deleted at this moment; who holds it next says so.
        }
    }

    /** Refuses vectors of another model, or of another length. */
    static Embeddings of(Call call, List<Statement> statements) {
        Slot slot = call.slot;
        for (int i = 0; i < statements.size(); i++) {
            Statement statement = statements.get(i);
            if (statement.isEmbedded()) {
                slot = slot.model() == null ? first(slot, statement) : slot;
                check(slot, statement, i);
            }
        }
        return new Embeddings(call.workspaceNode, slot, call.slot.model() == null);
    }

    private static Slot first(Slot slot, Statement statement) {
        int dimension = slot.dimension() == 0 ? statement.embedding().dimension() : slot.dimension();
        return new Slot(slot.property(), statement.embedding().model(), dimension);
    }

    private static void check(Slot slot, Statement statement, int item) {
        if (!slot.model().equals(statement.embedding().model())) {
            throw ErrorCode.EMBEDDING_MODEL_MISMATCH.with(
                    "expected", slot.model(), "given", statement.embedding().model());
        }
        if (slot.dimension() != 0 && slot.dimension() != statement.embedding().dimension()) {
            throw ErrorCode.INVALID_INPUT.with(
                    "field",
                    Statements.prefix(item) + "embedding",
                    "reason",
                    "has " + statement.embedding().dimension() + " numbers where the workspace's vectors have "
                            + slot.dimension());
        }
    }

    /** Puts the vector of its content on a memory's node; without one it waits for the worker. Tasks get none. */
    void write(Node memory, Statement statement) {
        if (statement.isEmbedded()) {
            claim();
            memory.setProperty(slot.property(), statement.embedding().numbers());
            memory.setProperty(Slot.MODEL, slot.model());
        } else if (!statement.type().equals(Claim.TASK)) {
            memory.setProperty(UNEMBEDDED, true);
        }
    }

    private void claim() {
        if (claims) {
            workspace.setProperty(Slot.MODEL, slot.model());
            workspace.setProperty(Slot.DIMENSION, (long) slot.dimension());
            claims = false;
        }
    }
}
