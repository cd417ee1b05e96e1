package io.oxgraph.changes;

import io.oxgraph.error.ErrorCode;
import io.oxgraph.graph.RevIndex;
import io.oxgraph.graph.Statements;
import io.oxgraph.model.ChangeResult;
import java.util.Objects;
import java.util.stream.Stream;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;

/** The last change of every memory node, in the order of their numbers. */
public final class ChangeFeed {
    private static final long MOST = 1_000_000;

    private final Transaction tx;
    private final ChangeReader reader;

    public ChangeFeed(Transaction tx) {
        this.tx = tx;
        this.reader = new ChangeReader(tx);
    }

    /**
     * The changes with since < rev <= position; to be closed.
     *
     * @param position that of the numbers, found before this is called: who commits meanwhile has greater ones
     */
    public Stream<ChangeResult> between(Long since, long position, Long limit) {
        require("since", since != null && since >= 0, "must be 0 or more");
        require("limit", limit != null && limit >= 1 && limit <= MOST, "must be between 1 and " + MOST);
        if (!RevIndex.isOnline(tx)) {
            throw ErrorCode.SCHEMA_OUTDATED.with("found", "a state without the index on rev", "needed", "V0005");
        }
        Result rows = RevIndex.between(tx, since, position);
        return rows.stream()
                .map(reader::read)
                .filter(Objects::nonNull)
                .limit(limit)
                .onClose(rows::close);
    }

    private static void require(String field, boolean holds, String reason) {
        if (!holds) {
            throw ErrorCode.INVALID_INPUT.with("field", field, "reason", reason);
        }
    }

    /** Tells one graph from another. */
    public static final class DatabaseIds {
        private DatabaseIds() {}

        /** Neo4j's id of the store: it stays when the server starts again or its address changes. */
        public static String of(Transaction tx) {
            try (Result rows = tx.execute(Statements.get("changes/database_id"))) {
                return (String) rows.next().get("id");
            }
        }
    }
}
