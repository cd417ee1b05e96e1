package io.oxgraph.recall.held;

import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.NotFoundException;
import org.neo4j.graphdb.ResourceIterator;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;

/**
 * Reads a workspace's nodes: all of them, or those that changed. It reads in a transaction of its own, for the caller's
 * may have written what is never committed, and what is read here is for everybody.
 */
final class Loader {
    /** Each by an index that begins with the workspace; what such an index leaves out is not enough to be found. */
    private static final List<String> ALL = List.of(
            "MATCH (n:memory) WHERE n.workspace_id = $w AND n.recorded_at IS NOT NULL RETURN n",
            "MATCH (n:message) WHERE n.workspace_id = $w AND n.conversation_id IS NOT NULL "
                    + "AND n.position IS NOT NULL RETURN n",
            "MATCH (n:episode) WHERE n.workspace_id = $w AND n.conversation_id IS NOT NULL "
                    + "AND n.ended_at IS NOT NULL RETURN n",
            "MATCH (n:conversation) WHERE n.workspace_id = $w AND n.deleted_at IS NOT NULL RETURN n",
            "MATCH (n:question) WHERE n.workspace_id = $w AND n.memory_id IS NOT NULL RETURN n",
            "MATCH (n:alias) WHERE n.workspace_id = $w AND n.key IS NOT NULL RETURN n",
            "MATCH (n:entity) WHERE n.workspace_id = $w AND n.node_id IS NOT NULL RETURN n");

    private final GraphDatabaseService database;
    private final String workspaceId;

    Loader(GraphDatabaseService database, String workspaceId) {
        this.database = database;
        this.workspaceId = workspaceId;
    }

    /** Everything; empty when it is more than the limits allow. */
    Optional<Image> load(Book book, String slot, Limits limits) {
        Reader reader = new Reader(workspaceId, slot, book.vocabulary());
        try (Transaction tx = database.beginTx()) {
            for (String kind : ALL) {
                if (!load(tx, kind, reader, book, limits)) {
                    return Optional.empty();
                }
            }
        }
        return Optional.of(book.image());
    }

    private boolean load(Transaction tx, String kind, Reader reader, Book book, Limits limits) {
        try (Result result = tx.execute(kind, Map.of("w", workspaceId));
                ResourceIterator<Node> nodes = result.columnAs("n")) {
            while (nodes.hasNext()) {
                Node node = nodes.next();
                book.put(node.getElementId(), read(reader, node));
                if (!limits.allow(book)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** These nodes as they are now. */
    Image refresh(Book book, String slot, Collection<String> nodes) {
        Reader reader = new Reader(workspaceId, slot, book.vocabulary());
        try (Transaction tx = database.beginTx()) {
            nodes.forEach(id ->
                    book.put(id, find(tx, id).map(node -> read(reader, node)).orElse(null)));
        }
        return book.image();
    }

    private static Optional<Node> find(Transaction tx, String id) {
        try {
            return Optional.of(tx.getNodeByElementId(id));
        } catch (NotFoundException e) {
            return Optional.empty();
        }
    }

    /** A node may be deleted while it is read. */
    private static Item read(Reader reader, Node node) {
        try {
            return reader.read(node);
        } catch (NotFoundException e) {
            return null;
        }
    }

    /** Whether this database's workspace is the node of that element id. */
    boolean owns(String workspaceNode) {
        try (Transaction tx = database.beginTx()) {
            return Lookup.byId(tx, Labels.WORKSPACE, workspaceId, workspaceId)
                    .filter(node -> node.getElementId().equals(workspaceNode))
                    .isPresent();
        }
    }
}
