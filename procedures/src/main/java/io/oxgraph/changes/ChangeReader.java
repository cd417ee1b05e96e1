package io.oxgraph.changes;

import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Kinds;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.graph.Relations;
import io.oxgraph.model.Action.ChainKey;
import io.oxgraph.model.ChangeResults.ChangeResult;
import io.oxgraph.table.Table;
import io.oxgraph.text.JsonWriter;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.neo4j.graphdb.Direction;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.NotFoundException;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.RelationshipType;
import org.neo4j.graphdb.ResourceIterable;
import org.neo4j.graphdb.Transaction;

/** Reads the change of one node for the feed. */
final class ChangeReader {
    private static final String NODE_ID = "node_id";
    /** Kinds that are never served. */
    private static final Set<String> NEVER_SERVED = Set.of(Kinds.SLOT, Kinds.LOCK);
    /** Kinds served without properties: messages and access tokens stay private. */
    private static final Set<String> WITHOUT_PROPERTIES = Set.of("message", "token");

    private final Transaction tx;
    private final ServedProperties served = new ServedProperties();
    private final JsonWriter json = JsonWriter.forPostgres();

    ChangeReader(Transaction tx) {
        this.tx = tx;
    }

    /**
     * Returns the change of an index entry (n, rev), or null when none is served. A node that changed since the entry
     * was read has a greater revision and appears on a later page.
     */
    ChangeResult read(Map<String, Object> entry) {
        try {
            Node node = (Node) entry.get("n");
            long rev = (Long) entry.get("rev");
            String kind = kind(node);
            if (NEVER_SERVED.contains(kind)) {
                return null;
            }
            return Kinds.TOMBSTONE.equals(kind) ? deletion(node, rev) : change(node, rev, kind);
        } catch (NotFoundException e) {
            return null; // Deleted concurrently; its tombstone follows.
        }
    }

    /** Returns the present state of a node, or null when none is served. */
    ChangeResult now(Node node) {
        try {
            return node.getProperty(Keys.REV, null) instanceof Long rev ? read(Map.of("n", node, "rev", rev)) : null;
        } catch (NotFoundException e) {
            return null;
        }
    }

    private static String kind(Node node) {
        Set<String> labels = new HashSet<>();
        for (Label label : node.getLabels()) {
            labels.add(label.name());
        }
        return labels.contains(Labels.MEM.name()) ? Kinds.among(labels) : Kinds.LOCK;
    }

    private ChangeResult change(Node node, long rev, String kind) {
        Map<String, Object> properties = served.of(node, kind);
        if (!properties.getOrDefault(Keys.REV, rev).equals(rev)) {
            return null;
        }
        String workspaceId = (String) properties.get(Keys.WORKSPACE_ID);
        String id = (String) properties.get(Keys.ID);
        Map<String, Object> content = WITHOUT_PROPERTIES.contains(kind) ? Map.of() : properties;
        return new ChangeResult(rev, workspaceId, id, kind, false, content, json.of(content));
    }

    /**
     * A workspace's deletion is reported even when it exists again, since nothing else reports that all its nodes were
     * deleted.
     */
    private ChangeResult deletion(Node tombstone, long rev) {
        Map<String, Object> content = tombstone.getProperties(Keys.REV, Keys.WORKSPACE_ID, NODE_ID, "kind");
        if (!content.getOrDefault(Keys.REV, rev).equals(rev)
                || !(content.get(NODE_ID) instanceof String id)
                || !(content.get("kind") instanceof String kind)) {
            return null;
        }
        String workspaceId = (String) content.get(Keys.WORKSPACE_ID);
        return !Kinds.WORKSPACE.equals(kind) && Lookup.byId(tx, workspaceId, id).isPresent()
                ? null
                : new ChangeResult(rev, workspaceId, id, kind, true, null, null);
    }

    /** The served properties of a node, with ids derived from its relationships. */
    static final class ServedProperties {
        /** Properties used by search only. Vectors are not read, since they are most of a node's size. */
        private static final Set<String> HIDDEN = Table.read("properties").stream()
                .filter(row -> row.get("visibility").equals("search"))
                .map(row -> row.get("property"))
                .collect(Collectors.toUnmodifiableSet());
        /** Kinds without hidden properties, read at once. */
        private static final Set<String> PLAIN = Set.of(
                "transition",
                "pattern",
                "pattern_key",
                "benchmark",
                "metric",
                "session",
                "tally",
                "node_tally",
                "forecast",
                "workspace");

        private static final String[] SCOPE = {Keys.ID, Keys.WORKSPACE_ID, Keys.REV};

        /** Returns a mutable map. */
        Map<String, Object> of(Node node, String kind) {
            return switch (kind) {
                case "message", "token" -> node.getProperties(SCOPE);
                case "action" -> with(node.getAllProperties(), "injected_pattern_ids", RelatedIds.injected(node));
                case "sequence" -> with(shown(node), "action_ids", RelatedIds.contained(node));
                case "memory" -> with(shown(node), "superseded_by", RelatedIds.successor(node));
                default -> PLAIN.contains(kind) ? node.getAllProperties() : shown(node);
            };
        }

        private static Map<String, Object> with(Map<String, Object> properties, String key, Object value) {
            if (value != null) {
                properties.put(key, value);
            }
            return properties;
        }

        private static Map<String, Object> shown(Node node) {
            List<String> keys = new ArrayList<>();
            for (String key : node.getPropertyKeys()) {
                if (!HIDDEN.contains(key)) {
                    keys.add(key);
                }
            }
            return node.getProperties(keys.toArray(String[]::new));
        }
    }

    /**
     * Ids of related nodes; null when there are none. Nodes written by hand may lack properties and must not stop the
     * feed: they sort last, and are skipped without an id.
     */
    static final class RelatedIds {
        private static final String STARTED_AT = "started_at";
        private static final String SEQ = "seq";
        private static final ZonedDateTime LAST = LocalDateTime.MAX.atZone(ZoneOffset.UTC);

        private RelatedIds() {}

        /** Ids of the patterns shown before an action, without candidates. */
        static String[] injected(Node action) {
            List<Node> shown = others(action, Direction.INCOMING, Relations.INJECTED);
            return ids(
                    shown.stream().filter(node -> node.hasLabel(Labels.PATTERN)).toList());
        }

        /** Id of the memory that superseded this one; the first by id when there are several. */
        static String successor(Node memory) {
            String[] ids = ids(others(memory, Direction.OUTGOING, Relations.SUPERSEDED_BY));
            return ids == null ? null : ids[0];
        }

        /** Ids of a sequence's actions, in chain order. */
        static String[] contained(Node sequence) {
            List<Node> actions = others(sequence, Direction.OUTGOING, Relations.CONTAINS);
            String[] ids = actions.stream()
                    .flatMap(RelatedIds::place)
                    .sorted()
                    .map(ChainKey::id)
                    .toArray(String[]::new);
            return ids.length == 0 ? null : ids;
        }

        private static List<Node> others(Node node, Direction direction, RelationshipType type) {
            List<Node> others = null;
            try (ResourceIterable<Relationship> found = node.getRelationships(direction, type)) {
                for (Relationship relationship : found) {
                    others = others == null ? new ArrayList<>() : others;
                    others.add(relationship.getOtherNode(node));
                }
            }
            return others == null ? Collections.emptyList() : others;
        }

        private static String[] ids(List<Node> nodes) {
            String[] ids = nodes.stream()
                    .map(node -> node.getProperty(Keys.ID, null))
                    .filter(String.class::isInstance)
                    .map(String.class::cast)
                    .sorted()
                    .toArray(String[]::new);
            return ids.length == 0 ? null : ids;
        }

        /** Empty when the action has no id. */
        private static Stream<ChainKey> place(Node action) {
            Map<String, Object> found = action.getProperties(STARTED_AT, SEQ, Keys.ID);
            ZonedDateTime startedAt = found.get(STARTED_AT) instanceof ZonedDateTime time ? time : LAST;
            Long seq = found.get(SEQ) instanceof Long number ? number : null;
            return found.get(Keys.ID) instanceof String id
                    ? Stream.of(new ChainKey(startedAt, seq, id))
                    : Stream.empty();
        }
    }
}
