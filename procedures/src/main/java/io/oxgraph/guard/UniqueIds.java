package io.oxgraph.guard;

import io.oxgraph.error.ErrorCode;
import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Labels;
import java.util.List;
import java.util.stream.StreamSupport;
import org.neo4j.graphdb.Transaction;
import org.neo4j.graphdb.schema.ConstraintDefinition;
import org.neo4j.graphdb.schema.ConstraintType;

/**
 * Refuses new memory nodes while the constraint is missing that keeps ids unique: without it two callers could make the
 * same node twice. One look-up by name in the schema cache for each transaction that makes nodes.
 */
final class UniqueIds {
    private static final String NAME = "oxgraph_mem_id";
    private static final List<String> KEYS = List.of(Keys.WORKSPACE_ID, Keys.ID);

    private UniqueIds() {}

    /** Throws {@code schema_incomplete} without the constraint. */
    static void require(Transaction tx) {
        if (!isThere(tx)) {
            throw ErrorCode.SCHEMA_INCOMPLETE.with("missing", "the constraint " + NAME);
        }
    }

    /** Neo4j has no other way to ask by name; the exception is thrown only where it is missing. */
    private static boolean isThere(Transaction tx) {
        try {
            return isOurs(tx.schema().getConstraintByName(NAME));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static boolean isOurs(ConstraintDefinition constraint) {
        return constraint.isConstraintType(ConstraintType.UNIQUENESS)
                && Labels.MEM.equals(constraint.getLabel())
                && KEYS.equals(StreamSupport.stream(constraint.getPropertyKeys().spliterator(), false)
                        .toList());
    }
}
