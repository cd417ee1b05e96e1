package io.oxgraph.archive;

import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Relations;
import io.oxgraph.table.NodeKind;
import io.oxgraph.table.Table;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.neo4j.graphdb.RelationshipType;

/** Which nodes, properties and relationships an archive carries, by {@code tables/}. */
final class ArchiveKinds {
    static final String ENTITY = Labels.ENTITY.name();
    static final String WORKSPACE = Labels.WORKSPACE.name();

    /** Not: secrets, and what is of a server or of a moment. */
    private static final Set<String> CARRIED = Table.read("nodes").stream()
            .filter(row -> !row.get("archive").isEmpty())
            .map(row -> row.get("kind"))
            .collect(Collectors.toUnmodifiableSet());

    /** What belongs to vectors, which may be left out. */
    static final Set<String> VECTORS = Set.of("embedding", "embedding_alt", "embedding_model", "unembedded");

    /** What a workspace has of itself, or of the server that it is on. */
    static final Set<String> OWN = Set.of(
            "name",
            "name_id",
            "deleted_at",
            "purging",
            "importing",
            "import_position",
            "archive_digest",
            "imported_at",
            "moving",
            "closed",
            "scratch");

    private static final Map<String, Map<String, String>> TYPES = types();
    private static final Map<String, RelationshipType[]> OUTGOING = relationships(false);
    private static final Map<String, RelationshipType[]> INCOMING = relationships(true);
    private static final Set<String> KNOWN_TYPES = knownTypes();
    private static final RelationshipType[] NONE = {};

    private ArchiveKinds() {}

    /** The kind among labels; null when there is none. An entity's and a memory's other labels are its users' own. */
    static String of(Set<String> labels) {
        if (labels.contains(ENTITY)) {
            return ENTITY;
        }
        if (labels.contains(Labels.MEMORY.name())) {
            return Labels.MEMORY.name();
        }
        return new TreeSet<>(labels)
                .stream()
                        .filter(label -> NodeKind.of(label) != null)
                        .findFirst()
                        .orElse(null);
    }

    static boolean isCarried(String kind) {
        return kind != null && CARRIED.contains(kind);
    }

    /** The type of a property as the tables name it; null where they do not. */
    static String type(String kind, String property) {
        return TYPES.getOrDefault(kind, Map.of()).get(property);
    }

    static boolean isVector(String kind, String property) {
        return VECTORS.contains(property) && !WORKSPACE.equals(kind);
    }

    /** The types of outgoing relationships that belong to nodes of a kind; of an entity there are more. */
    static RelationshipType[] outgoing(String kind) {
        return OUTGOING.getOrDefault(kind, NONE);
    }

    static RelationshipType[] incoming(String kind) {
        return INCOMING.getOrDefault(kind, NONE);
    }

    static boolean isKnownType(String type) {
        return KNOWN_TYPES.contains(type);
    }

    private static Map<String, Map<String, String>> types() {
        Map<String, Map<String, String>> types = new HashMap<>();
        for (Map<String, String> row : Table.read("nodes")) {
            types.put(row.get("kind"), new HashMap<>(Map.of("created_at", "time")));
        }
        for (Map<String, String> row : Table.read("properties")) {
            types.get(row.get("kind")).put(row.get("property"), row.get("type"));
        }
        return types;
    }

    /** Each type is listed at both its ends. A candidate of a pattern was injected as a pattern is. */
    private static Map<String, RelationshipType[]> relationships(boolean ofEnd) {
        Map<String, Set<String>> found = new HashMap<>();
        for (Map<String, String> row : Table.read("relationships")) {
            String type = row.get("type");
            if (Relations.belongsToEnd(type) == ofEnd) {
                boolean owns = row.get("direction").equals("to") != ofEnd;
                found.computeIfAbsent(row.get(owns ? "kind" : "target"), key -> new TreeSet<>())
                        .add(type);
            }
        }
        Map<String, RelationshipType[]> types = new HashMap<>();
        found.forEach((kind, names) ->
                types.put(kind, names.stream().map(RelationshipType::withName).toArray(RelationshipType[]::new)));
        return types;
    }

    private static Set<String> knownTypes() {
        List<String> types =
                Table.read("relationships").stream().map(row -> row.get("type")).toList();
        return Set.copyOf(new TreeSet<>(types));
    }
}
