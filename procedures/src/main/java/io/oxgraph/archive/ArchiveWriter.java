package io.oxgraph.archive;

import io.oxgraph.error.ErrorCode;
import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.graph.Relations;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.neo4j.graphdb.Entity;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.RelationshipType;
import org.neo4j.graphdb.ResourceIterator;
import org.neo4j.graphdb.Transaction;

/** Writes the lines of an archive as nodes and relationships of a workspace. Refuses what an archive cannot hold. */
public final class ArchiveWriter {
    /** Labels by which a server finds what is not an archive's to bring. */
    private static final Set<String> FOREIGN =
            Set.of("workspace", "token", "slot", "lock", "migration", "directory_server", "directory_entry", "_mem");

    private static final Set<String> SCOPE = Set.of(Keys.ID, Keys.WORKSPACE_ID, Keys.REV);
    private static final int LONGEST_ID = 200;

    private final Transaction tx;
    private final String workspaceId;
    private final ArchiveValues values;
    /** Nodes that relationships of this batch begin or end at, by their ids. */
    private final Map<String, Node> ends = new HashMap<>();

    public ArchiveWriter(Transaction tx, String workspaceId) {
        this.tx = tx;
        this.workspaceId = workspaceId;
        this.values = new ArchiveValues(tx, workspaceId);
    }

    /**
     * Writes a batch of lines.
     *
     * @param kind of the nodes; null for relationships
     * @return how many there are
     */
    public long write(String kind, List<Map<String, Object>> rows) {
        rows.forEach(row -> {
            if (kind == null) {
                relationship(row);
            } else {
                node(kind, row);
            }
        });
        return rows.size();
    }

    private void node(String kind, Map<String, Object> row) {
        if (!ArchiveKinds.isCarried(kind)) {
            throw refusal(kind, "no archive carries nodes of this kind");
        }
        if (ArchiveKinds.WORKSPACE.equals(kind)) {
            Node workspace =
                    Lookup.byId(tx, Labels.WORKSPACE, workspaceId, workspaceId).orElseThrow();
            map(row, "properties").keySet().stream()
                    .filter(ArchiveKinds.OWN::contains)
                    .findFirst()
                    .ifPresent(name -> {
                        throw refusal(kind, name + " is not a property that an archive carries");
                    });
            set(workspace, kind, map(row, "properties"));
            return;
        }
        String id = id(row, Keys.ID);
        Node node = tx.createNode(Labels.MEM, Label.label(kind));
        labels(row, kind).forEach(name -> node.addLabel(Label.label(name)));
        node.setProperty(Keys.WORKSPACE_ID, workspaceId);
        node.setProperty(Keys.ID, id);
        set(node, kind, map(row, "properties"));
        set(node, kind, map(row, "vectors"));
    }

    /** Only entities have labels of their users' own, and memories that of their type. */
    private static List<String> labels(Map<String, Object> row, String kind) {
        Object found = row.getOrDefault("labels", List.of());
        if (!(found instanceof List<?> names) || !names.stream().allMatch(ArchiveWriter::isLabel)) {
            throw refusal(kind, "labels must be texts that name no kind of the server's own");
        }
        if (!names.isEmpty() && !ArchiveKinds.ENTITY.equals(kind) && !"memory".equals(kind)) {
            throw refusal(kind, "only entities and memories have further labels");
        }
        return names.stream().map(String.class::cast).toList();
    }

    private static boolean isLabel(Object name) {
        return name instanceof String text && !text.isEmpty() && !FOREIGN.contains(text);
    }

    /** Puts nodes into the state of their lines, whatever they were; each row has its kind. Returns how many there are. */
    public long put(List<Map<String, Object>> rows) {
        rows.forEach(row -> put(id(row, "kind"), row));
        return rows.size();
    }

    private void put(String kind, Map<String, Object> row) {
        if (!ArchiveKinds.isCarried(kind)) {
            throw refusal(kind, "no archive carries nodes of this kind");
        }
        Node node = ArchiveKinds.WORKSPACE.equals(kind)
                ? Lookup.byId(tx, Labels.WORKSPACE, workspaceId, workspaceId).orElseThrow()
                : standing(kind, id(row, Keys.ID));
        relabel(node, kind, labels(row, kind));
        Map<String, Object> wanted = new HashMap<>();
        for (String part : List.of("properties", "vectors")) {
            map(row, part).forEach((name, value) -> wanted.put(name, value(kind, name, value)));
        }
        for (String name : node.getAllProperties().keySet()) {
            if (!wanted.containsKey(name) && isOwn(kind, name)) {
                node.removeProperty(name);
            }
        }
        wanted.forEach((name, value) -> {
            if (!isOwn(kind, name)) {
                throw refusal(kind, name + " is not a property that an archive carries");
            }
            if (!Objects.deepEquals(node.getProperty(name, null), value)) {
                node.setProperty(name, value);
            }
        });
    }

    private static boolean isOwn(String kind, String name) {
        return ArchiveReader.isCarried(kind, name) || ArchiveKinds.isVector(kind, name);
    }

    private Node standing(String kind, String id) {
        Optional<Node> found = Lookup.byId(tx, workspaceId, id);
        if (found.isPresent() && found.get().hasLabel(Label.label(kind))) {
            return found.get();
        }
        found.ifPresent(ArchiveWriter::delete);
        Node node = tx.createNode(Labels.MEM, Label.label(kind));
        node.setProperty(Keys.WORKSPACE_ID, workspaceId);
        node.setProperty(Keys.ID, id);
        return node;
    }

    private static void relabel(Node node, String kind, List<String> further) {
        Set<String> wanted = new HashSet<>(further);
        wanted.add(kind);
        wanted.add(Labels.MEM.name());
        List<Label> present = new ArrayList<>();
        node.getLabels().forEach(present::add);
        for (Label label : present) {
            if (!wanted.remove(label.name())) {
                node.removeLabel(label);
            }
        }
        wanted.forEach(name -> node.addLabel(Label.label(name)));
    }

    /** Leaves each node exactly the relationships of its lines, of those that belong to it; how many nodes there are. */
    public long join(List<Map<String, Object>> rows) {
        rows.forEach(this::join);
        return rows.size();
    }

    private void join(Map<String, Object> row) {
        Map<String, Deque<Relationship>> present = new HashMap<>();
        new ArchiveReader(tx, workspaceId)
                .owned(end(id(row, Keys.ID)), (line, found) -> present.computeIfAbsent(line, key -> new ArrayDeque<>())
                        .add(found));
        List<?> lines = (List<?>) row.get("lines");
        List<Map<String, Object>> missing = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            Deque<Relationship> found = present.get(String.valueOf(lines.get(i)));
            if (found == null || found.poll() == null) {
                missing.add(item(row, i));
            }
        }
        present.values().forEach(left -> left.forEach(Relationship::delete));
        missing.stream().filter(this::hasEnds).forEach(this::relationship);
    }

    /** A node that an end names may come with later changes, which then bring the relationship too. */
    private boolean hasEnds(Map<String, Object> row) {
        return Lookup.byId(tx, workspaceId, id(row, "from")).isPresent()
                && Lookup.byId(tx, workspaceId, id(row, "to")).isPresent();
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> item(Map<String, Object> row, int index) {
        return (Map<String, Object>) ((List<?>) row.get("relationships")).get(index);
    }

    /** Deletes the nodes with these ids, with all their relationships; how many were there. */
    public long remove(List<Map<String, Object>> rows) {
        return rows.stream()
                .flatMap(row -> Lookup.byId(tx, workspaceId, id(row, Keys.ID)).stream())
                .filter(node -> !node.hasLabel(Labels.WORKSPACE))
                .peek(ArchiveWriter::delete)
                .count();
    }

    private static void delete(Node node) {
        node.getRelationships().forEach(Relationship::delete);
        node.delete();
    }

    /** Makes tokens or slots what they are on another server: with these properties, and no others. */
    public long copy(String kind, List<Map<String, Object>> rows) {
        Label label = Label.label(kind);
        Set<String> ids = rows.stream().map(row -> id(row, Keys.ID)).collect(Collectors.toSet());
        try (ResourceIterator<Node> found = tx.findNodes(label, Keys.WORKSPACE_ID, workspaceId)) {
            found.stream()
                    .filter(node -> !ids.contains(node.getProperty(Keys.ID, null)))
                    .toList()
                    .forEach(ArchiveWriter::delete);
        }
        for (Map<String, Object> row : rows) {
            Node node = standing(kind, id(row, Keys.ID));
            node.getAllProperties().keySet().stream()
                    .filter(name -> !SCOPE.contains(name) && row.get(name) == null)
                    .forEach(node::removeProperty);
            row.forEach((name, value) -> {
                if (value != null && !SCOPE.contains(name)) {
                    node.setProperty(name, value);
                }
            });
        }
        return rows.size();
    }

    private void relationship(Map<String, Object> row) {
        String type = id(row, "type");
        Node from = end(id(row, "from"));
        Node to = end(id(row, "to"));
        boolean known = Relations.isOfMemory(type)
                ? ArchiveKinds.isKnownType(type)
                : from.hasLabel(Labels.ENTITY) && to.hasLabel(Labels.ENTITY);
        if (!known) {
            throw refusal("relationship", type + " is not a type that joins such nodes");
        }
        set(from.createRelationshipTo(to, RelationshipType.withName(type)), null, map(row, "properties"));
    }

    private Node end(String id) {
        return ends.computeIfAbsent(id, wanted -> Lookup.onceById(tx, workspaceId, wanted)
                .orElseThrow(() -> refusal("relationship", "no node " + wanted + " is in the archive")));
    }

    private void set(Entity entity, String kind, Map<String, Object> properties) {
        properties.forEach((name, value) -> {
            if (name.isEmpty() || SCOPE.contains(name)) {
                throw refusal(kind, name + " is not a property that an archive carries");
            }
            entity.setProperty(name, value(kind, name, value));
        });
    }

    private Object value(String kind, String name, Object value) {
        try {
            Object found = values.of(value, ArchiveKinds.type(kind == null ? "" : kind, name));
            return ArchiveReader.TERM.equals(name) && found instanceof String term
                    ? term.replace(ArchiveReader.WORKSPACE, workspaceId.replace("-", ""))
                    : found;
        } catch (IllegalArgumentException e) {
            throw refusal(kind, name + " " + e.getMessage());
        }
    }

    private static String id(Map<String, Object> row, String key) {
        if (row.get(key) instanceof String text && !text.isBlank() && text.length() <= LONGEST_ID) {
            return text;
        }
        throw refusal("row", key + " must be a text of at most " + LONGEST_ID + " characters");
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Map<String, Object> row, String key) {
        Object found = row.get(key);
        if (found == null) {
            return Map.of();
        }
        if (found instanceof Map<?, ?>) {
            return (Map<String, Object>) found;
        }
        throw refusal("row", key + " must be an object");
    }

    private static RuntimeException refusal(String kind, String reason) {
        return ErrorCode.INVALID_INPUT.with("field", kind == null ? "relationship" : kind, "reason", reason);
    }
}
