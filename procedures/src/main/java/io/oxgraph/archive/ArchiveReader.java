package io.oxgraph.archive;

import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Kinds;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.graph.Relations;
import io.oxgraph.graph.RevIndex;
import io.oxgraph.graph.Statements;
import io.oxgraph.model.ArchiveResults.ArchiveChanges;
import io.oxgraph.model.ArchiveResults.ArchiveRow;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.neo4j.graphdb.Direction;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.NotFoundException;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.RelationshipType;
import org.neo4j.graphdb.ResourceIterable;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;

/** Reads the nodes of a workspace as lines of an archive. */
public final class ArchiveReader {
    /** Stands for the workspace's id within a text. */
    static final String WORKSPACE = "{workspace}";

    static final String TERM = "workspace_term";

    private final Transaction tx;
    private final String workspaceId;
    private final ArchiveJson json = new ArchiveJson();

    public ArchiveReader(Transaction tx, String workspaceId) {
        this.tx = tx;
        this.workspaceId = workspaceId;
    }

    /** The next nodes in the order of their ids, also those that are not carried. */
    public Stream<ArchiveRow> nodes(String after, long limit) {
        Map<String, Object> given = Map.of("workspace_id", workspaceId, "after", after, "limit", limit);
        Result rows = tx.execute(Statements.get("archive/nodes"), given);
        return rows.stream()
                .map(row -> row((Node) row.get("n"), null))
                .filter(Objects::nonNull)
                .onClose(rows::close);
    }

    /**
     * What changed in the workspace after a position of the change feed, in the order of the feed.
     *
     * @param position settled position, read before this call
     */
    public ArchiveChanges changes(long since, long position, long limit) {
        List<Map<String, Object>> rows = new ArrayList<>();
        try (Result entries = RevIndex.between(tx, since, position)) {
            while (entries.hasNext()) {
                Map<String, Object> entry = entries.next();
                long rev = (Long) entry.get("rev");
                Node node = (Node) entry.get("n");
                change(node, rev).ifPresent(rows::add);
                if (rows.size() >= limit) {
                    return new ArchiveChanges(rev, false, rows);
                }
            }
        }
        return new ArchiveChanges(position, true, rows);
    }

    /** The nodes with these ids, as far as they are there. */
    public Stream<ArchiveRow> of(List<String> ids) {
        return ids.stream()
                .flatMap(id -> Lookup.byId(tx, workspaceId, id).stream())
                .map(node -> row(node, null))
                .filter(Objects::nonNull);
    }

    private static Map<String, Object> map(ArchiveRow row, String gone) {
        Map<String, Object> map = new HashMap<>();
        map.put("gone", gone);
        map.put("id", row.id());
        map.put("kind", row.kind());
        map.put("line", row.line());
        map.put("vectors", row.vectors());
        map.put("relationships", row.relationships());
        return map;
    }

    /** Empty when it is of another workspace, is not carried, or has changed again and appears later. */
    private Optional<Map<String, Object>> change(Node node, long rev) {
        try {
            if (!workspaceId.equals(node.getProperty(Keys.WORKSPACE_ID, null))) {
                return Optional.empty();
            }
            ArchiveRow row = row(node, rev);
            return row == null || row.kind() == null
                    ? Optional.empty()
                    : Optional.of(map(row, Kinds.TOMBSTONE.equals(row.kind()) ? gone(node) : null));
        } catch (NotFoundException e) {
            // Deleted meanwhile: its tombstone follows, or was this, and what it spoke of is there again.
            return Optional.empty();
        }
    }

    /** The node that a tombstone speaks of, when it is gone; null otherwise. */
    private String gone(Node tombstone) {
        return tombstone.getProperty("node_id", null) instanceof String id
                        && Lookup.byId(tx, workspaceId, id).isEmpty()
                ? id
                : null;
    }

    private ArchiveRow row(Node node, Long rev) {
        try {
            Set<String> labels = labels(node);
            Map<String, Object> all = node.getAllProperties();
            long read = all.get(Keys.REV) instanceof Long number ? number : 0;
            if (!labels.remove(Labels.MEM.name())
                    || (rev != null && rev != read)
                    || !(all.get(Keys.ID) instanceof String id)) {
                return null;
            }
            String kind = ArchiveKinds.of(labels);
            if (!ArchiveKinds.isCarried(kind)) {
                return new ArchiveRow(id, null, read, null, null, List.of());
            }
            List<String> relationships = relationships(node, kind);
            return new ArchiveRow(id, kind, read, line(id, kind, labels, all), vectors(id, kind, all), relationships);
        } catch (NotFoundException e) {
            return null; // Deleted meanwhile; its tombstone follows.
        }
    }

    private static Set<String> labels(Node node) {
        Set<String> labels = new HashSet<>();
        for (Label label : node.getLabels()) {
            labels.add(label.name());
        }
        return labels;
    }

    private String line(String id, String kind, Set<String> labels, Map<String, Object> all) {
        json.clear()
                .raw("{")
                .key(Keys.ID)
                .value(ArchiveKinds.WORKSPACE.equals(kind) ? ArchiveJson.Own.WORKSPACE : id, null);
        if (labels.size() > 1) {
            String[] others = labels.stream()
                    .filter(label -> !label.equals(kind))
                    .sorted()
                    .toArray(String[]::new);
            json.key("labels").value(others, null);
        }
        Map<String, Object> shown = new TreeMap<>();
        all.forEach((name, value) -> {
            if (isCarried(kind, name)) {
                shown.put(name, portable(name, value));
            }
        });
        return json.key("properties").properties(shown, kind).raw("}").end();
    }

    static boolean isCarried(String kind, String name) {
        return switch (name) {
            case Keys.ID, Keys.WORKSPACE_ID, Keys.REV -> false;
            default ->
                ArchiveKinds.WORKSPACE.equals(kind)
                        ? !ArchiveKinds.OWN.contains(name)
                        : !ArchiveKinds.VECTORS.contains(name);
        };
    }

    /** A value without the workspace's id. */
    private Object portable(String name, Object value) {
        if (!(value instanceof String text)) {
            return value;
        }
        if (TERM.equals(name)) {
            return text.replace(workspaceId.replace("-", ""), WORKSPACE);
        }
        return workspaceId.equals(text) ? ArchiveJson.Own.WORKSPACE : text;
    }

    private String vectors(String id, String kind, Map<String, Object> all) {
        Map<String, Object> found = new TreeMap<>();
        ArchiveKinds.VECTORS.forEach(name -> {
            if (ArchiveKinds.isVector(kind, name) && all.get(name) != null) {
                found.put(name, all.get(name));
            }
        });
        return found.isEmpty()
                ? null
                : json.clear()
                        .raw("{")
                        .key(Keys.ID)
                        .value(id, null)
                        .key("properties")
                        .properties(found, kind)
                        .raw("}")
                        .end();
    }

    private List<String> relationships(Node node, String kind) {
        List<String> lines = new ArrayList<>();
        owned(node, kind, (line, relationship) -> lines.add(line));
        Collections.sort(lines);
        return lines;
    }

    /** The relationships that belong to a node, each with its line. */
    void owned(Node node, BiConsumer<String, Relationship> to) {
        owned(node, ArchiveKinds.of(labels(node)), to);
    }

    private void owned(Node node, String kind, BiConsumer<String, Relationship> to) {
        if (ArchiveKinds.ENTITY.equals(kind)) {
            try (ResourceIterable<Relationship> found = node.getRelationships(Direction.OUTGOING)) {
                found.forEach(one -> add(one, to));
            }
        } else {
            add(node, Direction.OUTGOING, ArchiveKinds.outgoing(kind), to);
            add(node, Direction.INCOMING, ArchiveKinds.incoming(kind), to);
        }
    }

    private void add(Node node, Direction direction, RelationshipType[] types, BiConsumer<String, Relationship> lines) {
        if (types.length > 0) {
            try (ResourceIterable<Relationship> found = node.getRelationships(direction, types)) {
                found.forEach(one -> add(one, lines));
            }
        }
    }

    private void add(Relationship relationship, BiConsumer<String, Relationship> lines) {
        String type = relationship.getType().name();
        String from = end(relationship.getStartNode());
        String to = end(relationship.getEndNode());
        if (from != null && to != null) {
            json.clear().raw("{").key("type").value(type, null);
            json.key("from").value(from, null).key("to").value(to, null);
            Map<String, Object> properties = new TreeMap<>(relationship.getAllProperties());
            if (!properties.isEmpty()) {
                json.key("properties").properties(properties, null);
            }
            String file = Relations.isOfMemory(type) ? type.substring("_mem:".length()) : "other";
            lines.accept(file + '\t' + json.raw("}").end(), relationship);
        }
    }

    /** The id of an end; null when it is not of this workspace's memory. */
    private String end(Node node) {
        Map<String, Object> scope = node.getProperties(Keys.ID, Keys.WORKSPACE_ID);
        return workspaceId.equals(scope.get(Keys.WORKSPACE_ID)) && node.hasLabel(Labels.MEM)
                ? (String) scope.get(Keys.ID)
                : null;
    }
}
