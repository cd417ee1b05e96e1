package io.oxgraph.semantic;

import io.oxgraph.error.ErrorCode;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.graph.Workspace;
import io.oxgraph.semantic.Memory.Assertion;
import java.util.List;
import java.util.Map;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.NotFoundException;
import org.neo4j.graphdb.Transaction;

/**
 * Validates and writes the vectors of a batch: all of the workspace's model, or of the first one's, which then becomes
 * the workspace's model unless an agent brings it.
 */
final class Embeddings {
    static final String UNEMBEDDED = "unembedded";

    private final Node workspace;
    private final VectorSlot slot;
    private boolean claims;

    private Embeddings(Node workspace, VectorSlot slot, boolean claims) {
        this.workspace = workspace;
        this.slot = slot;
        this.claims = claims;
    }

    /** Locks the workspace: exclusively if this batch brings its first vectors. */
    static Workspace hold(Transaction tx, String workspaceId, List<Statement> statements) {
        if (statements.stream().anyMatch(Statement::isEmbedded)) {
            Lookup.byId(tx, Labels.WORKSPACE, workspaceId, workspaceId).ifPresent(node -> holdAlone(tx, node));
        }
        return Workspace.hold(tx, workspaceId);
    }

    private static void holdAlone(Transaction tx, Node workspace) {
        try {
            if (!workspace.hasProperty(VectorSlot.MODEL)) {
                tx.acquireWriteLock(workspace);
            }
        } catch (NotFoundException e) {
            // Deleted concurrently; the next lock reports it.
        }
    }

    /** Refuses vectors of another model or dimension. */
    static Embeddings of(CallContext call, List<Statement> statements) {
        VectorSlot slot = call.slot;
        for (int i = 0; i < statements.size(); i++) {
            Statement statement = statements.get(i);
            if (statement.isEmbedded()) {
                slot = slot.model() == null ? first(slot, statement) : slot;
                check(slot, statement, i);
            }
        }
        return new Embeddings(call.workspaceNode, slot, call.slot.model() == null);
    }

    private static VectorSlot first(VectorSlot slot, Statement statement) {
        if (statement.embedding().isGiven()) {
            throw ErrorCode.EMBEDDING_MODEL_UNSET.with(
                    "given", statement.embedding().model());
        }
        int dimension = slot.dimension() == 0 ? statement.embedding().dimension() : slot.dimension();
        return new VectorSlot(slot.property(), statement.embedding().model(), dimension);
    }

    private static void check(VectorSlot slot, Statement statement, int item) {
        if (!slot.model().equals(statement.embedding().model())) {
            throw ErrorCode.EMBEDDING_MODEL_MISMATCH.with(
                    "expected", slot.model(), "given", statement.embedding().model());
        }
        if (slot.dimension() != 0 && slot.dimension() != statement.embedding().dimension()) {
            throw ErrorCode.INVALID_INPUT.with(
                    "field",
                    StatementReader.prefix(item) + "embedding",
                    "reason",
                    "has " + statement.embedding().dimension() + " numbers where the workspace's vectors have "
                            + slot.dimension());
        }
    }

    /** Writes a memory's vector; without one the memory is marked for the embedding worker. Tasks get none. */
    void write(Node memory, Statement statement) {
        if (statement.isEmbedded()) {
            assertion();
            memory.setProperty(slot.property(), statement.embedding().numbers());
            memory.setProperty(VectorSlot.MODEL, slot.model());
        } else if (!statement.type().equals(Assertion.TASK)) {
            memory.setProperty(UNEMBEDDED, true);
        }
    }

    private void assertion() {
        if (claims) {
            workspace.setProperty(VectorSlot.MODEL, slot.model());
            workspace.setProperty(VectorSlot.DIMENSION, (long) slot.dimension());
            claims = false;
        }
    }

    /** A statement's vector and its model. */
    static final class Embedding {
        private final String model;
        private final float[] numbers;
        private final boolean given;

        /** @param given whether an agent brings it, which does not choose the workspace's model */
        Embedding(String model, float[] numbers, boolean given) {
            this.model = model;
            this.numbers = numbers;
            this.given = given;
        }

        boolean isGiven() {
            return given;
        }

        String model() {
            return model;
        }

        float[] numbers() {
            return numbers;
        }

        int dimension() {
            return numbers.length;
        }
    }

    /**
     * Which node property holds a workspace's vectors, and of which model they are.
     *
     * @param property name of the property
     * @param model embedding model; null while there are no vectors
     * @param dimension 0 while unknown
     */
    record VectorSlot(String property, String model, int dimension) {
        static final String PROPERTY = "embedding_slot";
        static final String MODEL = "embedding_model";
        static final String DIMENSION = "embedding_dimension";

        private static final String FIRST = "embedding";

        static VectorSlot of(Map<String, Object> workspace) {
            return new VectorSlot(
                    (String) workspace.getOrDefault(PROPERTY, FIRST),
                    (String) workspace.get(MODEL),
                    workspace.get(DIMENSION) instanceof Number number ? number.intValue() : 0);
        }

        /** Name of the slot's vector index. */
        String index() {
            return "oxgraph_memory_" + property;
        }
    }
}
