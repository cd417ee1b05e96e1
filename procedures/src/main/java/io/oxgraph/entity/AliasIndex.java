package io.oxgraph.entity;

import io.oxgraph.entity.AliasIndex.EntityName;
import io.oxgraph.entity.Aliases.AliasNodes;
import io.oxgraph.entity.EntityCandidate.EntityNodes;
import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.text.TextSimilarity.Trigrams;
import io.oxgraph.text.WorkspaceTerm;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.ResourceIterator;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;

/** Looks up the stored aliases of a workspace's entities; each is read once. */
final class AliasIndex {
    /** Maximum number of similar aliases compared per name: those with the rarest common trigrams. */
    static final int LIMIT = 50;

    private static final int MAX_NAMES = 100;
    private static final String SIMILAR =
            """
            CALL db.index.fulltext.queryNodes('oxgraph_alias_grams', $query, {limit: $limit}) YIELD node
            RETURN node""";

    private final Transaction tx;
    private final String workspaceId;
    private final Map<String, List<EntityName>> byKey = new LruMap<>();
    private final Map<String, List<EntityName>> byEntity = new LruMap<>();
    private final Map<String, Optional<EntityCandidate>> holders = new LruMap<>();
    private long examined;

    AliasIndex(Transaction tx, String workspaceId) {
        this.tx = tx;
        this.workspaceId = workspaceId;
    }

    /** Clears the cache, since other transactions may have written. */
    void clear() {
        byKey.clear();
        byEntity.clear();
        holders.clear();
    }

    /** Number of names compared so far. */
    long examined() {
        return examined;
    }

    /** The aliases with this key, of entities that are neither deleted nor merged. */
    List<EntityName> byKey(String key) {
        return byKey.computeIfAbsent(key, this::readKey);
    }

    /** Candidates for names of at minimum this similarity that an owner knows, by prefix filter on trigrams, in no order. */
    List<SimilarName> similar(ComparableName name, double minimum, String owner) {
        List<SimilarName> found = new ArrayList<>();
        Set<String> tokens = Trigrams.tokens(name.trigrams());
        Map<String, Object> parameters = Map.of("query", query(name, tokens, minimum, owner), "limit", (long) LIMIT);
        try (Result result = tx.execute(SIMILAR, parameters)) {
            while (result.hasNext()) {
                examined++;
                found.add(near((Node) result.next().get("node"), tokens));
            }
        }
        return found;
    }

    private SimilarName near(Node alias, Set<String> tokens) {
        Set<String> grams = Set.of(((String) alias.getProperty("grams")).split(" "));
        String key = (String) alias.getProperty(AliasNodes.KEY);
        return new SimilarName(key, Trigrams.similarity(tokens, grams), () -> known(alias));
    }

    /** Lucene ranks those first that share more and rarer trigrams. */
    private String query(ComparableName name, Set<String> tokens, double minimum, String owner) {
        Set<String> any = Trigrams.tokens(PrefixFilter.of(name.trigrams(), minimum));
        return WorkspaceTerm.sharedAnd(workspaceId, owner) + " +grams:(" + String.join(" ", any) + ") grams:("
                + String.join(" ", tokens) + ")";
    }

    /** The aliases of an entity, up to 100. */
    List<EntityName> namesOf(EntityCandidate holder) {
        return holder.node() == null ? List.of() : byEntity.computeIfAbsent(holder.id(), id -> readNames(holder));
    }

    /** The entity with this id or node_id, following merges. */
    Optional<EntityCandidate> byId(String id) {
        return holder(id).or(() -> Lookup.entity(tx, workspaceId, id)
                .flatMap(node -> holder((String) node.getProperty(Keys.ID))));
    }

    private List<EntityName> readKey(String key) {
        List<EntityName> found = new ArrayList<>();
        try (ResourceIterator<Node> nodes =
                tx.findNodes(Labels.ALIAS, Keys.WORKSPACE_ID, workspaceId, AliasNodes.KEY, key)) {
            nodes.forEachRemaining(node -> known(node).ifPresent(found::add));
        }
        return found;
    }

    private List<EntityName> readNames(EntityCandidate holder) {
        try (ResourceIterator<Node> nodes =
                tx.findNodes(Labels.ALIAS, Keys.WORKSPACE_ID, workspaceId, AliasNodes.ENTITY_ID, holder.id())) {
            return nodes.stream()
                    .limit(MAX_NAMES)
                    .flatMap(node -> known(node).stream())
                    .toList();
        }
    }

    private Optional<EntityName> known(Node alias) {
        String key = (String) alias.getProperty(AliasNodes.KEY);
        boolean canonical = Boolean.TRUE.equals(alias.getProperty(AliasNodes.CANONICAL, false));
        return holder((String) alias.getProperty(AliasNodes.ENTITY_ID))
                .map(holder -> new EntityName(new ComparableName(key), canonical, holder));
    }

    private Optional<EntityCandidate> holder(String id) {
        return holders.computeIfAbsent(id, this::readHolder);
    }

    private Optional<EntityCandidate> readHolder(String id) {
        return Lookup.entityById(tx, workspaceId, id).map(EntityNodes::read);
    }

    /** An LRU cache that bounds the memory of a large batch. */
    static final class LruMap<K, V> extends LinkedHashMap<K, V> {
        private static final long serialVersionUID = 1L;
        private static final int MAX_ENTRIES = 5_000;

        LruMap() {
            super(16, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > MAX_ENTRIES;
        }
    }

    /**
     * An alias of an entity.
     *
     * @param canonical whether it is the entity's own name
     */
    record EntityName(ComparableName name, boolean canonical, EntityCandidate holder) {}

    /**
     * A name similar to the query.
     *
     * @param known its entity, read on demand; empty when the entity is deleted
     */
    record SimilarName(String key, double score, Supplier<Optional<EntityName>> known) {}

    /**
     * Selects the trigrams by which to search for similar names (prefix filter).
     *
     * <p>A name with at minimum the share t of common trigrams has at minimum ceil(t × n) of the n trigrams, so it has
     * one of any n − ceil(t × n) + 1 of them: the rarest suffice. This is the prefix filter of set similarity joins.
     */
    static final class PrefixFilter {
        private static final String FREQUENT_FIRST = "etaoinsrhldcumfpgwybvkxjqz";

        private PrefixFilter() {}

        /** The trigrams of which every name of at minimum this similarity has one, rarest first. */
        static List<String> of(Set<String> trigrams, double threshold) {
            return of(trigrams, threshold, trigram -> 0);
        }

        /** @param count number of names with a trigram, if known */
        static List<String> of(Set<String> trigrams, double threshold, ToIntFunction<String> count) {
            int n = trigrams.size();
            int needed = n - (int) Math.ceil(threshold * n - 1e-9) + 1;
            return trigrams.stream()
                    .sorted(Comparator.comparingInt(count)
                            .thenComparingInt(trigram -> -rarity(trigram))
                            .thenComparing(Comparator.naturalOrder()))
                    .limit(Math.min(n, needed))
                    .toList();
        }

        /** A heuristic rarity from the letters, which affects speed only. */
        private static int rarity(String trigram) {
            return trigram.codePoints().map(PrefixFilter::ofLetter).sum();
        }

        private static int ofLetter(int point) {
            if (point == ' ') {
                return 0;
            }
            int place = FREQUENT_FIRST.indexOf(point);
            return 4 + (place < 0 ? FREQUENT_FIRST.length() / 2 : place);
        }
    }
}
