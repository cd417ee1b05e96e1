package io.oxgraph.semantic;

import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.graph.Relations;
import io.oxgraph.time.Validity;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.neo4j.graphdb.Direction;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.ResourceIterator;
import org.neo4j.graphdb.Transaction;

/** A memory as every reading statement returns it: its properties, and what its relationships say. */
public final class MemoryView {
    private static final String STATUS = "status";
    private static final String ACTIVE = "active";
    private static final List<String> PROPERTIES = List.of(
            "id",
            "user_id",
            "agent_id",
            "type",
            STATUS,
            "policy",
            "content",
            "subject_id",
            "predicate",
            "object_id",
            "topic_key",
            "keywords",
            "category",
            "confidence",
            "repetitions",
            "rank_weight",
            "needs_review",
            "valid_from",
            "valid_from_assumed",
            "valid_to",
            "stated_at",
            "last_stated_at",
            "recorded_at",
            "retired_at",
            "superseded_at",
            "expired_at",
            "forgotten_at",
            "last_accessed_at",
            "access_count",
            "reinforced_at",
            "session_id",
            "source",
            "evidence");
    private static final int CONTRADICTIONS_LIMIT = 100;

    private MemoryView() {}

    /**
     * The view of a memory.
     *
     * @param workspace the memory's workspace node, for the half-life of the memory's type
     * @param known recorded time as of which valid_to, status, superseded_by and contradicts are returned; null: now
     */
    public static Map<String, Object> of(Transaction tx, Node memory, Node workspace, ZonedDateTime known) {
        Map<String, Object> view = new LinkedHashMap<>();
        for (String property : PROPERTIES) {
            view.put(property, memory.getProperty(property, null));
        }
        if (known != null) {
            view.put("valid_to", validToAt(memory, known));
            view.put(STATUS, statusAt(tx, memory, known));
        }
        view.put("subject", name(tx, memory, "subject_id"));
        view.put("object", name(tx, memory, "object_id"));
        view.put("superseded_by", supersededBy(memory, known));
        view.put("contradicts", contradicts(tx, memory, known));
        view.put("half_life_days", workspace.getProperty("half_life_" + view.get("type") + "_days", null));
        return view;
    }

    private static Object validToAt(Node memory, ZonedDateTime known) {
        Object history = memory.getProperty("valid_to_history", null);
        Object knownAts = memory.getProperty("valid_to_known_at", null);
        return history == null || knownAts == null
                ? null
                : Validity.validToAt(List.of((ZonedDateTime[]) history), List.of((ZonedDateTime[]) knownAts), known);
    }

    private static Object name(Transaction tx, Node memory, String key) {
        String workspaceId = (String) memory.getProperty(Keys.WORKSPACE_ID);
        Optional<Node> entity = memory.getProperty(key, null) instanceof String id && !id.isEmpty()
                ? Lookup.byId(tx, workspaceId, id)
                : Optional.empty();
        return entity.filter(node -> !node.hasProperty("deleted_at"))
                .map(node -> node.getProperty("name", null))
                .orElse(null);
    }

    /**
     * The status of a memory at a recorded time: that from which its first later change led, or else today's.
     *
     * @param known null: now
     */
    public static String statusAt(Transaction tx, Node memory, ZonedDateTime known) {
        String status = (String) memory.getProperty(STATUS, null);
        if (known == null) {
            return status;
        }
        ZonedDateTime first = null;
        Map<String, Object> key = Map.of(
                Keys.WORKSPACE_ID, memory.getProperty(Keys.WORKSPACE_ID), "subject_id", memory.getProperty(Keys.ID));
        try (ResourceIterator<Node> transitions = tx.findNodes(Labels.TRANSITION, key)) {
            while (transitions.hasNext()) {
                Node one = transitions.next();
                ZonedDateTime at = (ZonedDateTime) one.getProperty("at");
                String from = (String) one.getProperty("from_status", null);
                boolean isNext = from != null && at.isAfter(known) && (first == null || !at.isAfter(first));
                // Of one instant an expired memory is revived before it is superseded.
                if (isNext && (first == null || at.isBefore(first) || !from.equals(ACTIVE))) {
                    first = at;
                    status = from;
                }
            }
        }
        return status;
    }

    private static Object supersededBy(Node memory, ZonedDateTime known) {
        for (Relationship relationship : memory.getRelationships(Direction.OUTGOING, Relations.SUPERSEDED_BY)) {
            if (isRecorded(relationship.getEndNode(), known)) {
                return relationship.getEndNode().getProperty(Keys.ID, null);
            }
        }
        return null;
    }

    private static boolean isRecorded(Node memory, ZonedDateTime known) {
        return known == null
                || !(memory.getProperty("recorded_at", null) instanceof ZonedDateTime at)
                || !at.isAfter(known);
    }

    /** Ids of active memories that contradict this one while it is active, ordered by id. */
    private static List<String> contradicts(Transaction tx, Node memory, ZonedDateTime known) {
        List<String> ids = new ArrayList<>();
        if (isActive(tx, memory, known)) {
            for (Relationship relationship : memory.getRelationships(Relations.CONTRADICTS)) {
                Node other = relationship.getOtherNode(memory);
                if (other.hasLabel(Labels.MEM) && isRecorded(other, known) && isActive(tx, other, known)) {
                    ids.add((String) other.getProperty(Keys.ID));
                }
            }
        }
        ids.sort(null);
        return ids.size() > CONTRADICTIONS_LIMIT ? List.copyOf(ids.subList(0, CONTRADICTIONS_LIMIT)) : ids;
    }

    private static boolean isActive(Transaction tx, Node memory, ZonedDateTime known) {
        return ACTIVE.equals(statusAt(tx, memory, known));
    }
}
