package io.oxgraph.graph;

import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import java.util.stream.StreamSupport;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.NotFoundException;
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
     * The greatest committed revision; empty without the index, since a large graph must not be scanned.
     *
     * @param own the committed revisions of the nodes that the transaction has written or deleted; 0 of new ones
     */
    public static OptionalLong greatest(Transaction tx, Map<Node, Long> own) {
        if (!isOnline(tx)) {
            return OptionalLong.empty();
        }
        try (Result rows = tx.execute(Statements.get("graph/revs_downwards"))) {
            LongStream others = rows.stream()
                    .map(row -> (Node) row.get("n"))
                    .filter(node -> !own.containsKey(node))
                    .flatMapToLong(node -> rev(node).stream())
                    .limit(1);
            return LongStream.concat(own.values().stream().mapToLong(Long::longValue), others)
                    .max();
        }
    }

    /** Empty of a node that the transaction has deleted: the index still has it where its revision was set before. */
    private static OptionalLong rev(Node node) {
        try {
            return OptionalLong.of((Long) node.getProperty(Keys.REV));
        } catch (NotFoundException e) {
            return OptionalLong.empty();
        }
    }

    /** The nodes with since < rev <= up_to, ascending. The caller closes the result. */
    public static Result between(Transaction tx, long since, long upTo) {
        return tx.execute(Statements.get("graph/revs_between"), Map.of("since", since, "up_to", upTo));
    }
}
