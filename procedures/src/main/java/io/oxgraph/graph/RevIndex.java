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

/** Reads along the index of the numbers of change, {@code (_mem.rev)}, which V0005 makes. */
public final class RevIndex {
    private RevIndex() {}

    /** Whether it is there and complete. */
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
     * The greatest number in the graph; nothing where there is none or no index: a big graph is not read through.
     *
     * @param but nodes that are left out
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

    /** The nodes whose number is greater than the one and not greater than the other, upwards; to be closed. */
    public static Result between(Transaction tx, long since, long upTo) {
        return tx.execute(Statements.get("graph/revs_between"), Map.of("since", since, "up_to", upTo));
    }
}
