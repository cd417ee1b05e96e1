package io.oxgraph.graph;

import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;
import org.neo4j.graphdb.schema.IndexDefinition;
import org.neo4j.graphdb.schema.IndexType;
import org.neo4j.graphdb.schema.Schema;

/** Reads the range index on {@code _mem.rev}, which migration V0005 creates. */
public final class RevIndex {
    private RevIndex() {}

    /** Whether the index exists and is online. */
    public static boolean isOnline(Transaction tx) {
        Schema schema = tx.schema();
        return StreamSupport.stream(schema.getIndexes(Labels.MEM).spliterator(), false)
                .filter(RevIndex::isOfRev)
                .anyMatch(index -> schema.getIndexState(index) == Schema.IndexState.ONLINE);
    }

    private static boolean isOfRev(IndexDefinition index) {
        return index.getIndexType() == IndexType.RANGE
                && index.isNodeIndex()
                && Keys.REV.equals(String.join(",", index.getPropertyKeys()));
    }

    /**
     * The greatest revision; empty without the index, since a large graph must not be scanned.
     *
     * @param but nodes to ignore
     */
    public static OptionalLong greatest(Transaction tx, Set<Node> but) {
        if (!isOnline(tx)) {
            return OptionalLong.empty();
        }
        try (Result rows = tx.execute(Statements.get("graph/revs_downwards"))) {
            return rows.stream()
                    .filter(row -> !but.contains((Node) row.get("n")))
                    .mapToLong(row -> (Long) row.get("rev"))
                    .findFirst();
        }
    }

    /** The nodes with since < rev <= up_to, ascending. The caller closes the result. */
    public static Result between(Transaction tx, long since, long upTo) {
        return tx.execute(Statements.get("graph/revs_between"), Map.of("since", since, "up_to", upTo));
    }
}
