package io.oxgraph.entity;

import io.oxgraph.entity.Aliases.NameLock;
import io.oxgraph.error.ErrorCode;
import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.graph.Relations;
import io.oxgraph.graph.Workspace;
import io.oxgraph.model.EntityResults.MergeResult;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.neo4j.graphdb.Direction;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.RelationshipType;
import org.neo4j.graphdb.Transaction;

/**
 * Merges two entities, and splits them again.
 *
 * <p>The absorbed node stays, marked as deleted and linked to the kept one: it may be the user's own.
 */
public final class EntityMerge {
    private static final String MERGED_INTO = "merged_into";
    private static final String DELETED_AT = "deleted_at";
    private static final String DROPPED = "dropped_patterns";

    private final Transaction tx;
    private final String workspaceId;
    private final ZonedDateTime now;

    private EntityMerge(Transaction tx, String workspaceId, ZonedDateTime now) {
        this.tx = tx;
        this.workspaceId = workspaceId;
        this.now = now.withZoneSameInstant(ZoneOffset.UTC);
    }

    /**
     * Moves everything of {@code absorb} to {@code keep}; both are ids or node_ids.
     *
     * @param settle resolves conflicts of the memories whose subject changed
     */
    public static MergeResult merge(
            Transaction tx,
            String workspaceId,
            String keep,
            String absorb,
            ZonedDateTime now,
            BiConsumer<Workspace, List<Node>> settle) {
        EntityMerge merge = new EntityMerge(tx, workspaceId, now);
        Workspace workspace = merge.hold();
        Node kept = merge.present(keep);
        Node absorbed = merge.present(absorb);
        if (kept.equals(absorbed)) {
            return merge.unchanged(kept, absorb);
        }
        merge.lock(kept, absorbed);
        EdgeMoves moves = new EdgeMoves(tx, absorbed, kept);
        moves.all();
        merge.mark(kept, absorbed, moves.dropped());
        merge.note("merged_entity", kept, absorbed, moves);
        settle.accept(workspace, moves.subjects());
        return result("merged", kept, absorbed, moves);
    }

    /** Splits an absorbed entity off: moves back what the merge moved; later writes stay. */
    public static MergeResult split(
            Transaction tx,
            String workspaceId,
            String absorbed,
            ZonedDateTime now,
            BiConsumer<Workspace, List<Node>> settle) {
        EntityMerge merge = new EntityMerge(tx, workspaceId, now);
        Workspace workspace = merge.hold();
        Node again = merge.absorbed(absorbed);
        Node kept = merge.present(id(again));
        merge.lock(kept, again);
        EdgeMoves moves = new EdgeMoves(tx, kept, again);
        moves.back();
        merge.unmark(again);
        merge.note("split_entity", kept, again, moves);
        settle.accept(workspace, moves.subjects());
        return result("split", kept, again, moves);
    }

    /** A merge also takes the name lock. */
    private Workspace hold() {
        Workspace workspace = Workspace.hold(tx, workspaceId);
        NameLock.names(tx, workspaceId, now);
        return workspace;
    }

    private void lock(Node a, Node b) {
        Stream.of(a, b).sorted((left, right) -> id(left).compareTo(id(right))).forEach(tx::acquireWriteLock);
    }

    private Node present(String named) {
        return new AliasIndex(tx, workspaceId)
                .byId(named)
                .map(EntityCandidate::node)
                .orElseThrow(() -> ErrorCode.NOT_FOUND.with("kind", "entity", "id", named));
    }

    private Node absorbed(String named) {
        return Lookup.byId(tx, Labels.ENTITY, workspaceId, named)
                .or(() -> Lookup.namedEntity(tx, workspaceId, named))
                .filter(node -> node.hasProperty(MERGED_INTO))
                .orElseThrow(() -> ErrorCode.NOT_FOUND.with("kind", "absorbed entity", "id", named));
    }

    private MergeResult unchanged(Node kept, String named) {
        Node node = Lookup.byId(tx, Labels.ENTITY, workspaceId, named)
                .or(() -> Lookup.namedEntity(tx, workspaceId, named))
                .orElseThrow();
        if (!node.hasProperty(MERGED_INTO)) {
            throw ErrorCode.INVALID_INPUT.with("field", "absorb", "reason", "is the entity to keep");
        }
        return new MergeResult(id(kept), id(node), "unchanged", 0, 0, 0);
    }

    private void mark(Node kept, Node absorbed, List<String> dropped) {
        absorbed.setProperty(MERGED_INTO, id(kept));
        absorbed.setProperty(DELETED_AT, now);
        Relationship edge = absorbed.createRelationshipTo(kept, Relations.MERGED_INTO);
        edge.setProperty("at", now);
        edge.setProperty(DROPPED, dropped.toArray(String[]::new));
    }

    private void unmark(Node again) {
        again.removeProperty(MERGED_INTO);
        again.removeProperty(DELETED_AT);
        for (Relationship edge : again.getRelationships(Direction.OUTGOING, Relations.MERGED_INTO)) {
            Stream.of((String[]) edge.getProperty(DROPPED, new String[0])).forEach(id -> refer(id, again));
            edge.delete();
        }
    }

    private void refer(String patternId, Node entity) {
        RelationshipType references = Relations.REFERENCES;
        Lookup.byId(tx, Labels.PATTERN, workspaceId, patternId)
                .ifPresent(pattern ->
                        pattern.createRelationshipTo(entity, references).setProperty("key", patternId + id(entity)));
    }

    private void note(String rule, Node kept, Node absorbed, EdgeMoves moves) {
        Map<String, Object> inputs = Map.of(
                "keep", id(kept),
                "absorbed", id(absorbed),
                "aliases", moves.aliases(),
                "memories", moves.memories(),
                "references", moves.references());
        EntityTransitions.write(tx, kept, rule, inputs, now);
        EntityTransitions.write(tx, absorbed, rule, inputs, now);
    }

    private static MergeResult result(String outcome, Node kept, Node absorbed, EdgeMoves moves) {
        return new MergeResult(id(kept), id(absorbed), outcome, moves.aliases(), moves.memories(), moves.references());
    }

    private static String id(Node node) {
        return (String) node.getProperty(Keys.ID);
    }

    /** Writes transitions of entities, as an audit trail. */
    static final class EntityTransitions {
        private EntityTransitions() {}

        /** @param inputs ids and numbers only, no texts */
        static void write(Transaction tx, Node entity, String rule, Map<String, Object> inputs, ZonedDateTime now) {
            Node node = tx.createNode(Labels.MEM, Labels.TRANSITION);
            node.setProperty(Keys.WORKSPACE_ID, entity.getProperty(Keys.WORKSPACE_ID));
            node.setProperty(Keys.ID, UUID.randomUUID().toString());
            node.setProperty(Keys.CREATED_AT, now);
            node.setProperty("at", now);
            node.setProperty("subject_id", entity.getProperty(Keys.ID));
            node.setProperty("subject_kind", "entity");
            node.setProperty("rule", rule);
            node.setProperty("inputs", json(inputs));
        }

        private static String json(Map<String, Object> inputs) {
            return inputs.entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .map(entry -> "\"" + entry.getKey() + "\":" + value(entry.getValue()))
                    .collect(Collectors.joining(",", "{", "}"));
        }

        private static String value(Object value) {
            return value instanceof Number ? value.toString() : "\"" + value + "\"";
        }
    }
}
