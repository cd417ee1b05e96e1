package io.oxgraph.recall.indexed;

import io.oxgraph.graph.Scope.OwnerRange;
import io.oxgraph.graph.Statements;
import io.oxgraph.recall.SearchBackend.Hit;
import io.oxgraph.recall.SearchBackend.IndexUnavailable;
import io.oxgraph.recall.VectorSlot;
import io.oxgraph.text.WorkspaceTerm;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.ResourceIterator;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;
import org.neo4j.graphdb.schema.IndexDefinition;
import org.neo4j.graphdb.schema.Schema;

/** Runs the Cypher statements of this package, with the vectors of the workspace's slot. */
final class IndexReader {
    /** Factor by which the limit grows when a search's filter left too few. */
    private static final int GROWTH = 8;

    private static final int MAX_LIMIT = 100_000;
    /** How a statement names the index of the first slot. */
    private static final String FIRST_SLOT = "_embedding FOR ";

    private final GraphDatabaseService database;
    private final Transaction tx;
    private final VectorSlot slot;
    private final String workspaceId;
    /** By kind, whether the workspace has any; empty before the first was asked for. */
    private final Map<String, Object> stored;

    /** @param database where a search in another transaction may go on at the same time */
    IndexReader(GraphDatabaseService database, Transaction tx, String workspaceId, VectorSlot slot) {
        this(database, tx, workspaceId, slot, new HashMap<>());
    }

    private IndexReader(
            GraphDatabaseService database,
            Transaction tx,
            String workspaceId,
            VectorSlot slot,
            Map<String, Object> stored) {
        this.database = database;
        this.tx = tx;
        this.workspaceId = workspaceId;
        this.slot = slot;
        this.stored = stored;
    }

    /**
     * Begins a search of the same workspace in another transaction, where a processor is free.
     *
     * @param search returns nothing that reads from the transaction later
     */
    <T> Optional<ConcurrentSearch<T>> concurrently(Function<IndexReader, T> search) {
        Map<String, Object> known = new HashMap<>(stored);
        return ConcurrentSearch.begin(
                database, other -> search.apply(new IndexReader(database, other, workspaceId, slot, known)));
    }

    /** The nodes with these properties, by a seek in the index of exactly these; quicker than a statement. */
    List<Node> nodes(Label kind, Map<String, Object> properties) {
        try (ResourceIterator<Node> nodes = tx.findNodes(kind, properties)) {
            return nodes.stream().toList();
        }
    }

    /**
     * Whether the workspace has any of a kind that recall finds. All kinds are asked for at once, as a statement takes longer
     * than its seeks.
     */
    boolean any(Kind kind) {
        if (stored.isEmpty()) {
            Map<String, Object> parameters =
                    Map.of("workspace_id", workspaceId, "term", WorkspaceTerm.of(workspaceId, ""));
            try (Result result = tx.execute(text("stored_kinds"), parameters)) {
                stored.putAll(result.next());
            }
        }
        return Boolean.TRUE.equals(stored.get(kind.column));
    }

    /** A kind that recall finds. */
    enum Kind {
        MEMORY("memory"),
        MESSAGE("message"),
        EPISODE("episode"),
        ENTITY("entity");

        private final String column;

        Kind(String column) {
            this.column = column;
        }
    }

    /** Whether the index exists and is online. */
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
     * The first distinct accepted items of a statement's rows (node, score), in the statement's order.
     *
     * @param read returns an item, or empty to reject the node
     */
    <T> Found<T> best(String statement, Map<String, Object> parameters, int limit, Function<Node, Optional<T>> read) {
        List<Hit<T>> hits = new ArrayList<>();
        Set<Node> seen = new HashSet<>();
        int rows = 0;
        try (Result result = tx.execute(text(statement), parameters)) {
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

    /** Searches an index for nearest neighbours, with a growing limit when the filter rejects too many. */
    <T> Found<T> nearest(
            String statement, Map<String, Object> parameters, int limit, Function<Node, Optional<T>> read) {
        for (int asked = limit; ; asked *= GROWTH) {
            parameters.put("limit", (long) asked);
            Found<T> found = best(statement, parameters, limit, read);
            if (found.hits().size() >= limit || found.rows() < asked || asked >= MAX_LIMIT) {
                return found;
            }
        }
    }

    /** The text of a statement. It names an index of the first slot, as Cypher takes no parameter there. */
    private String text(String statement) {
        String text = Statements.get("recall/" + statement);
        return slot.isAlternative() ? text.replace(FIRST_SLOT, '_' + slot.property() + " FOR ") : text;
    }

    /** Passes the owner and the text of each row to a reader. */
    void texts(String statement, Map<String, Object> parameters, BiConsumer<String, String> reader) {
        try (Result result = tx.execute(text(statement), parameters)) {
            result.forEachRemaining(row -> reader.accept((String) row.get("owner"), (String) row.get("text")));
        }
    }

    /** Sets the bounds of a search's owners. */
    static void put(OwnerRange owners, Map<String, Object> parameters) {
        parameters.put("user_from", owners.from());
        parameters.put("user_to", owners.to());
        parameters.put("user_id", owners.from());
    }

    /** Sorts best first, then by id; drops scores of 0 and caps them at 1. */
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
     * Result of a search.
     *
     * @param rows number of rows, accepted or not
     */
    record Found<T>(List<Hit<T>> hits, int rows) {}
}
