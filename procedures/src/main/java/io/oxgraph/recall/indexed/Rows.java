package io.oxgraph.recall.indexed;

import io.oxgraph.recall.Hit;
import io.oxgraph.recall.IndexUnavailable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;
import org.neo4j.graphdb.schema.IndexDefinition;
import org.neo4j.graphdb.schema.Schema;

/** Runs the statements of this room. */
final class Rows {
    /** A search that left too much out is made again with so many times its limit. */
    private static final int WIDER = 8;

    private static final int WIDEST = 100_000;

    private final Transaction tx;

    Rows(Transaction tx) {
        this.tx = tx;
    }

    /** Whether the index exists and can be asked. */
    boolean online(String index) {
        try {
            Schema schema = tx.schema();
            IndexDefinition definition = schema.getIndexByName(index);
            return schema.getIndexState(definition) == Schema.IndexState.ONLINE;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    void require(String index) {
        if (!online(index)) {
            throw new IndexUnavailable(index);
        }
    }

    /**
     * The first different items of a statement's rows (node, score) that are wanted, best first as they come.
     *
     * @param read an item, or nothing where it is not wanted
     */
    <T> Found<T> best(String statement, Map<String, Object> parameters, int limit, Function<Node, Optional<T>> read) {
        List<Hit<T>> hits = new ArrayList<>();
        Set<Node> seen = new HashSet<>();
        int rows = 0;
        try (Result result = tx.execute(Statements.get(statement), parameters)) {
            while (hits.size() < limit && result.hasNext()) {
                Map<String, Object> row = result.next();
                rows++;
                Node node = (Node) row.get("node");
                if (seen.add(node)) {
                    double score = row.get("score") instanceof Number number ? number.doubleValue() : 1;
                    read.apply(node).ifPresent(item -> hits.add(new Hit<>(item, score)));
                }
            }
        }
        return new Found<>(hits, rows);
    }

    /** The same by an index that is asked for the nearest: for more of them where too many are not wanted. */
    <T> Found<T> nearest(
            String statement, Map<String, Object> parameters, int limit, Function<Node, Optional<T>> read) {
        for (int asked = limit; ; asked *= WIDER) {
            parameters.put("limit", (long) asked);
            Found<T> found = best(statement, parameters, limit, read);
            if (found.hits().size() >= limit || found.rows() < asked || asked >= WIDEST) {
                return found;
            }
        }
    }

    /** The text of each row of a statement. */
    void texts(String statement, Map<String, Object> parameters, Consumer<String> reader) {
        try (Result result = tx.execute(Statements.get(statement), parameters)) {
            result.<String>columnAs("text").forEachRemaining(reader);
        }
    }

    /** Best first, then by id; without what has no score, and none above 1. */
    static <T> List<Hit<T>> ordered(List<Hit<T>> hits, Function<T, String> id, int limit) {
        return hits.stream()
                .filter(hit -> hit.score() > 0)
                .map(hit -> new Hit<>(hit.item(), Math.min(1, hit.score())))
                .sorted(Comparator.comparingDouble((Hit<T> hit) -> -hit.score())
                        .thenComparing(hit -> id.apply(hit.item())))
                .limit(limit)
                .toList();
    }

    /**
     * What a search gave.
     *
     * @param rows how many came, wanted or not
     */
    record Found<T>(List<Hit<T>> hits, int rows) {}
}
