package io.oxgraph.entity;

import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.text.Trigrams;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.ResourceIterator;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;

/** The names that entities of a workspace have in the graph; each is asked for once. */
final class AliasIndex {
    /** So many names, those with the rarest common trigrams, are looked at for one name: work grows with the names. */
    static final int LIMIT = 50;

    private static final int NAMES_OF_ONE = 100;
    private static final int LONGEST_MERGE_CHAIN = 1_000;
    private static final String SIMILAR =
            """
            CALL db.index.fulltext.queryNodes('oxgraph_alias_grams', $query, {limit: $limit}) YIELD node
            RETURN node""";

    private final Transaction tx;
    private final String workspaceId;
    private final Map<String, List<Known>> byKey = new Recent<>();
    private final Map<String, List<Known>> byEntity = new Recent<>();
    private final Map<String, Optional<Bearer>> bearers = new Recent<>();
    private long examined;

    AliasIndex(Transaction tx, String workspaceId) {
        this.tx = tx;
        this.workspaceId = workspaceId;
    }

    /** Forgets what was read: others may have written since. */
    void clear() {
        byKey.clear();
        byEntity.clear();
        bearers.clear();
    }

    /** How many names were compared so far. */
    long examined() {
        return examined;
    }

    /** The names of this key, of entities that are neither hidden nor absorbed. */
    List<Known> byKey(String key) {
        return byKey.computeIfAbsent(key, this::readKey);
    }

    /** Names that share a trigram that every name of at least this similarity shares, in no order. */
    List<Near> similar(Name name, double least) {
        List<Near> found = new ArrayList<>();
        Set<String> tokens = Trigrams.tokens(name.trigrams());
        Map<String, Object> parameters = Map.of("query", query(name, tokens, least), "limit", (long) LIMIT);
        try (Result result = tx.execute(SIMILAR, parameters)) {
            while (result.hasNext()) {
                examined++;
                found.add(near((Node) result.next().get("node"), tokens));
            }
        }
        return found;
    }

    private Near near(Node alias, Set<String> tokens) {
        Set<String> grams = Set.of(((String) alias.getProperty("grams")).split(" "));
        String key = (String) alias.getProperty(AliasNodes.KEY);
        return new Near(key, Trigrams.similarity(tokens, grams), () -> known(alias));
    }

    /** Lucene's own scoring then puts those first that share more, and rarer, trigrams. */
    private String query(Name name, Set<String> tokens, double least) {
        Set<String> any = Trigrams.tokens(Prefix.of(name.trigrams(), least));
        return "+workspace_term:" + AliasNodes.workspaceTerm(workspaceId) + " +grams:(" + String.join(" ", any)
                + ") grams:(" + String.join(" ", tokens) + ")";
    }

    /** The names an entity goes by, up to a hundred. */
    List<Known> namesOf(Bearer bearer) {
        return bearer.node() == null ? List.of() : byEntity.computeIfAbsent(bearer.id(), id -> readNames(bearer));
    }

    /** The entity of an id or a node_id; absorbed ones lead to who absorbed them. */
    Optional<Bearer> byId(String id) {
        return bearer(id).or(() -> Lookup.entity(tx, workspaceId, id)
                .flatMap(node -> bearer((String) node.getProperty(Keys.ID))));
    }

    private List<Known> readKey(String key) {
        List<Known> found = new ArrayList<>();
        try (ResourceIterator<Node> nodes =
                tx.findNodes(Labels.ALIAS, Keys.WORKSPACE_ID, workspaceId, AliasNodes.KEY, key)) {
            nodes.forEachRemaining(node -> known(node).ifPresent(found::add));
        }
        return found;
    }

    private List<Known> readNames(Bearer bearer) {
        try (ResourceIterator<Node> nodes =
                tx.findNodes(Labels.ALIAS, Keys.WORKSPACE_ID, workspaceId, AliasNodes.ENTITY_ID, bearer.id())) {
            return nodes.stream()
                    .limit(NAMES_OF_ONE)
                    .flatMap(node -> known(node).stream())
                    .toList();
        }
    }

    private Optional<Known> known(Node alias) {
        String key = (String) alias.getProperty(AliasNodes.KEY);
        boolean canonical = Boolean.TRUE.equals(alias.getProperty(AliasNodes.CANONICAL, false));
        return bearer((String) alias.getProperty(AliasNodes.ENTITY_ID))
                .map(bearer -> new Known(new Name(key), canonical, bearer));
    }

    private Optional<Bearer> bearer(String id) {
        return bearers.computeIfAbsent(id, this::readBearer);
    }

    private Optional<Bearer> readBearer(String id) {
        String next = id;
        for (int i = 0; i < LONGEST_MERGE_CHAIN; i++) {
            Node node = Lookup.byId(tx, Labels.ENTITY, workspaceId, next).orElse(null);
            if (node == null) {
                return Optional.empty();
            }
            if (!node.hasProperty("merged_into")) {
                return node.hasProperty("deleted_at") ? Optional.empty() : Optional.of(EntityNodes.read(node));
            }
            next = (String) node.getProperty("merged_into");
        }
        return Optional.empty();
    }
}
