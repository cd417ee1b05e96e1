package io.oxgraph.recall.cache;

import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.recall.Contradictions;
import io.oxgraph.recall.cache.IndexCache.CacheLimits;
import io.oxgraph.recall.cache.Snapshot.SnapshotBuilder;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.NotFoundException;
import org.neo4j.graphdb.ResourceIterator;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;

/**
 * Reads a workspace's nodes, all or the changed ones, in its own transaction: the snapshot is shared, and the caller's
 * transaction may contain writes that are never committed.
 */
final class SnapshotLoader {
    /**
     * Each query uses an index that begins with the workspace; nodes that such an index omits lack what search needs.
     */
    private static final List<String> ALL = List.of(
            "MATCH (n:memory) WHERE n.workspace_id = $w AND n.recorded_at IS NOT NULL",
            "MATCH (n:message) WHERE n.workspace_id = $w AND n.conversation_id IS NOT NULL "
                    + "AND n.position IS NOT NULL",
            "MATCH (n:episode) WHERE n.workspace_id = $w AND n.conversation_id IS NOT NULL "
                    + "AND n.ended_at IS NOT NULL",
            "MATCH (n:conversation) WHERE n.workspace_id = $w AND n.deleted_at IS NOT NULL",
            "MATCH (n:question) WHERE n.workspace_id = $w AND n.memory_id IS NOT NULL",
            "MATCH (n:alias) WHERE n.workspace_id = $w AND n.key IS NOT NULL",
            "MATCH (n:entity) WHERE n.workspace_id = $w AND n.node_id IS NOT NULL");

    private static final String NODES = " RETURN n";

    private final GraphDatabaseService database;
    private final String workspaceId;

    SnapshotLoader(GraphDatabaseService database, String workspaceId) {
        this.database = database;
        this.workspaceId = workspaceId;
    }

    /** Loads the whole workspace; empty when it exceeds the limits. */
    Optional<Snapshot> load(SnapshotBuilder builder, String slot, CacheLimits limits) {
        NodeReader reader = new NodeReader(workspaceId, slot, builder.vocabulary());
        try (Transaction tx = database.beginTx()) {
            for (String kind : ALL) {
                if (!load(tx, kind, reader, builder, limits)) {
                    return Optional.empty();
                }
            }
        }
        return Optional.of(builder.snapshot());
    }

    /** Whether it has more vectors than are allowed, which is counted: to read so many first would take seconds. */
    boolean exceeds(String slot, CacheLimits limits) {
        long most = limits.vectors() + 1L;
        try (Transaction tx = database.beginTx()) {
            return count(tx, node -> true, most) == most && count(tx, node -> hasVector(node, slot), most) == most;
        }
    }

    /** The number of such nodes, or the most if there are more. */
    private long count(Transaction tx, Predicate<Node> counted, long most) {
        long count = 0;
        for (String kind : ALL) {
            try (Result result = tx.execute(kind + NODES, Map.of("w", workspaceId));
                    ResourceIterator<Node> nodes = result.columnAs("n")) {
                while (count < most && nodes.hasNext()) {
                    count += counted.test(nodes.next()) ? 1 : 0;
                }
            }
        }
        return count;
    }

    /** Not of entities, most of which are no results, so that what fits is never taken for too large. */
    private static boolean hasVector(Node node, String slot) {
        try {
            return node.hasProperty(slot)
                    && !node.hasLabel(Labels.ENTITY)
                    && !NodeReader.isForgotten(node.getProperty("status", null));
        } catch (NotFoundException e) {
            return false;
        }
    }

    private boolean load(Transaction tx, String kind, NodeReader reader, SnapshotBuilder builder, CacheLimits limits) {
        try (Result result = tx.execute(kind + NODES, Map.of("w", workspaceId));
                ResourceIterator<Node> nodes = result.columnAs("n")) {
            while (nodes.hasNext()) {
                Node node = nodes.next();
                builder.put(node.getElementId(), read(reader, node));
                if (!limits.allow(builder)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Reads these nodes again and builds the next snapshot. */
    Snapshot refresh(SnapshotBuilder builder, String slot, Collection<String> nodes) {
        NodeReader reader = new NodeReader(workspaceId, slot, builder.vocabulary());
        try (Transaction tx = database.beginTx()) {
            nodes.forEach(id ->
                    builder.put(id, find(tx, id).map(node -> read(reader, node)).orElse(null)));
        }
        return builder.snapshot();
    }

    /** Sets which other memories contradict these, whatever their status. */
    void contradictions(Collection<CachedMemory> memories) {
        try (Transaction tx = database.beginTx()) {
            memories.forEach(memory -> memory.contradictions(
                    find(tx, memory.node()).map(SnapshotLoader::contradictions).orElse(List.of())));
        }
    }

    private static List<String> contradictions(Node memory) {
        try {
            return Contradictions.of(memory)
                    .map(other -> (String) other.getProperty(Keys.ID))
                    .toList();
        } catch (NotFoundException e) {
            return List.of();
        }
    }

    private static Optional<Node> find(Transaction tx, String id) {
        try {
            return Optional.of(tx.getNodeByElementId(id));
        } catch (NotFoundException e) {
            return Optional.empty();
        }
    }

    /** Reads a node that may be deleted concurrently. */
    private static CachedItem read(NodeReader reader, Node node) {
        try {
            return reader.read(node);
        } catch (NotFoundException e) {
            return null;
        }
    }

    /** Whether the workspace of this database has that element id. */
    boolean owns(String workspaceNode) {
        try (Transaction tx = database.beginTx()) {
            return Lookup.byId(tx, Labels.WORKSPACE, workspaceId, workspaceId)
                    .filter(node -> node.getElementId().equals(workspaceNode))
                    .isPresent();
        }
    }
}
