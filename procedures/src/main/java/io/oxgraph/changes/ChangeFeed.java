package io.oxgraph.changes;

import io.oxgraph.error.ErrorCode;
import io.oxgraph.graph.RevIndex;
import io.oxgraph.graph.Statements;
import io.oxgraph.model.ChangeResults.ChangeResult;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;

/** The change feed: the last change of every memory node, in order of revision. */
public final class ChangeFeed {
    private static final long MAX_LIMIT = 1_000_000;

    private final Transaction tx;
    private final ChangeReader reader;

    public ChangeFeed(Transaction tx) {
        this.tx = tx;
        this.reader = new ChangeReader(tx);
    }

    /**
     * Returns the changes with since < rev <= position. The caller closes the stream.
     *
     * @param position settled position, read before this call; later commits have greater revisions
     */
    public Stream<ChangeResult> between(Long since, long position, Long limit) {
        require("since", since != null && since >= 0, "must be 0 or more");
        requireLimit(limit);
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

    /** Returns the present state of a workspace's nodes, in the order of ids. The caller closes the stream. */
    public Stream<ChangeResult> of(String workspaceId, String after, Long limit) {
        requireLimit(limit);
        Map<String, Object> given = Map.of("workspace_id", workspaceId, "after", after, "limit", Long.MAX_VALUE);
        Result rows = tx.execute(Statements.get("archive/nodes"), given);
        return rows.stream()
                .map(row -> reader.now((Node) row.get("n")))
                .filter(Objects::nonNull)
                .limit(limit)
                .onClose(rows::close);
    }

    private static void requireLimit(Long limit) {
        require("limit", limit != null && limit >= 1 && limit <= MAX_LIMIT, "must be between 1 and " + MAX_LIMIT);
    }

    private static void require(String field, boolean holds, String reason) {
        if (!holds) {
            throw ErrorCode.INVALID_INPUT.with("field", field, "reason", reason);
        }
    }

    /** Identifies a database. */
    public static final class DatabaseIds {
        private DatabaseIds() {}

        /** Neo4j's store id, stable across restarts and address changes. */
        public static String of(Transaction tx) {
            try (Result rows = tx.execute(Statements.get("changes/database_id"))) {
                return (String) rows.next().get("id");
            }
        }
    }
}
