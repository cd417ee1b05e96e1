package io.oxgraph.entity;

import io.oxgraph.error.ErrorCode;
import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.graph.Relations;
import io.oxgraph.graph.Workspace;
import io.oxgraph.model.MergeResult;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.neo4j.graphdb.Direction;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.RelationshipType;
import org.neo4j.graphdb.Transaction;

/**
 * Makes two entities one, and two of one again.
 *
 * <p>The absorbed node stays, hidden, and leads to the one that absorbed it: it may be the user's own.
 */
public final class Merge {
    private static final String MERGED_INTO = "merged_into";
    private static final String DELETED_AT = "deleted_at";
    private static final String DROPPED = "dropped_patterns";

    private final Transaction tx;
    private final String workspaceId;
    private final ZonedDateTime now;

    private Merge(Transaction tx, String workspaceId, ZonedDateTime now) {
        this.tx = tx;
        this.workspaceId = workspaceId;
        this.now = now.withZoneSameInstant(ZoneOffset.UTC);
    }

    /**
     * What belongs to {@code absorb} belongs to {@code keep} from now on; both are named by id or node_id.
     *
     * @param settle decides anew between the memories that got another subject and those that are there
     */
    public static MergeResult merge(
            Transaction tx,
            String workspaceId,
            String keep,
            String absorb,
            ZonedDateTime now,
            BiConsumer<Workspace, List<Node>> settle) {
        Merge merge = new Merge(tx, workspaceId, now);
        Workspace workspace = merge.hold();
        Node kept = merge.present(keep);
        Node absorbed = merge.present(absorb);
        if (kept.equals(absorbed)) {
            return merge.unchanged(kept, absorb);
        }
        merge.lock(kept, absorbed);
        Moves moves = new Moves(tx, absorbed, kept);
        moves.all();
        merge.mark(kept, absorbed, moves.dropped());
        merge.note("merged_entity", kept, absorbed, moves);
        settle.accept(workspace, moves.subjects());
        return result("merged", kept, absorbed, moves);
    }

    /** Gives an absorbed entity back what was taken from it; what was written since stays where it is. */
    public static MergeResult split(
            Transaction tx,
            String workspaceId,
            String absorbed,
            ZonedDateTime now,
            BiConsumer<Workspace, List<Node>> settle) {
        Merge merge = new Merge(tx, workspaceId, now);
        Workspace workspace = merge.hold();
        Node again = merge.absorbed(absorbed);
        Node kept = merge.present(id(again));
        merge.lock(kept, again);
        Moves moves = new Moves(tx, kept, again);
        moves.back();
        merge.unmark(again);
        merge.note("split_entity", kept, again, moves);
        settle.accept(workspace, moves.subjects());
        return result("split", kept, again, moves);
    }

    /** Who merges also keeps others from making names meanwhile. */
    private Workspace hold() {
        Workspace workspace = Workspace.hold(tx, workspaceId);
        Locks.names(tx, workspaceId, now);
        return workspace;
    }

    private void lock(Node a, Node b) {
        Stream.of(a, b).sorted((left, right) -> id(left).compareTo(id(right))).forEach(tx::acquireWriteLock);
    }

    private Node present(String named) {
        return new AliasIndex(tx, workspaceId)
                .byId(named)
                .map(Bearer::node)
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

    private void note(String rule, Node kept, Node absorbed, Moves moves) {
        Map<String, Object> inputs = Map.of(
                "keep", id(kept),
                "absorbed", id(absorbed),
                "aliases", moves.aliases(),
                "memories", moves.memories(),
                "references", moves.references());
        Transitions.write(tx, kept, rule, inputs, now);
        Transitions.write(tx, absorbed, rule, inputs, now);
    }

    private static MergeResult result(String outcome, Node kept, Node absorbed, Moves moves) {
        return new MergeResult(id(kept), id(absorbed), outcome, moves.aliases(), moves.memories(), moves.references());
    }

    private static String id(Node node) {
        return (String) node.getProperty(Keys.ID);
    }
}
