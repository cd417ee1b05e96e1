package io.oxgraph.recall.indexed;

import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.graph.Scope;
import io.oxgraph.recall.EntityItem;
import io.oxgraph.recall.SearchBackend.Hit;
import io.oxgraph.recall.VectorSlot;
import io.oxgraph.recall.indexed.IndexReader.Kind;
import io.oxgraph.recall.indexed.NodeMemory.Properties;
import io.oxgraph.text.WorkspaceTerm;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;

/** Searches the entities that recall can return: those that carry the workspace's term. */
final class EntitySearch {
    private static final String INDEX = "oxgraph_entity_";
    private static final String TERM = "workspace_term";

    private final Transaction tx;
    private final IndexReader rows;
    private final String workspaceId;
    private final VectorSlot slot;
    private final Scope scope;

    EntitySearch(Transaction tx, IndexReader rows, String workspaceId, VectorSlot slot, Scope scope) {
        this.scope = scope;
        this.tx = tx;
        this.rows = rows;
        this.workspaceId = workspaceId;
        this.slot = slot;
    }

    /** Whether there is any; most workspaces of conversations have none, and then nothing is searched. */
    boolean isEmpty() {
        return !rows.any(Kind.ENTITY);
    }

    List<Hit<EntityItem>> meaning(float[] vector, int limit) {
        if (isEmpty()) {
            return List.of();
        }
        Map<String, Object> parameters = parameters();
        parameters.put("vector", vector);
        List<Hit<EntityItem>> hits = List.of();
        if (rows.online(INDEX + slot.property())) {
            hits = rows.nearest("entity_meaning", parameters, limit, this::read).hits();
        }
        if (hits.size() < limit) {
            rows.require(INDEX + "term");
            parameters.put("slot", slot.property());
            hits = rows.best("entity_meaning_exact", parameters, limit, this::read)
                    .hits();
        }
        return IndexReader.ordered(hits, EntityItem::id, limit);
    }

    List<Hit<EntityItem>> words(String query, int limit) {
        if (isEmpty()) {
            return List.of();
        }
        rows.require(INDEX + "words");
        String sought = FulltextQuery.query(
                workspaceId, scope, query, "name", "node_id", "type", "description", "shown_properties");
        if (sought.isEmpty()) {
            return List.of();
        }
        Map<String, Object> parameters = parameters();
        parameters.put("query", sought);
        List<Hit<EntityItem>> hits =
                rows.nearest("entity_words", parameters, limit, this::read).hits();
        double best = hits.stream().mapToDouble(Hit::score).max().orElse(1);
        List<Hit<EntityItem>> parts = hits.stream()
                .map(hit -> new Hit<>(hit.item(), hit.score() / best))
                .toList();
        return IndexReader.ordered(parts, EntityItem::id, limit);
    }

    List<EntityItem> of(Collection<String> ids) {
        return ids.stream()
                .flatMap(id -> Lookup.byId(tx, Labels.ENTITY, workspaceId, id).stream())
                .flatMap(node -> read(node).stream())
                .toList();
    }

    private Map<String, Object> parameters() {
        return new HashMap<>(Map.of("workspace_id", workspaceId, "term", WorkspaceTerm.of(workspaceId, "")));
    }

    private Optional<EntityItem> read(Node node) {
        NodeEntity entity = NodeEntity.of(node);
        return entity.isResult() && scope.readsEntity(node) ? Optional.of(entity) : Optional.empty();
    }

    /** An entity read from its node. */
    record NodeEntity(Properties node) implements EntityItem {
        private static final String[] READ = {
            "id",
            "node_id",
            "name",
            "type",
            "description",
            "connection",
            "shown_properties",
            "deleted_at",
            "merged_into",
            TERM,
        };

        static NodeEntity of(Node node) {
            return new NodeEntity(new Properties(node.getProperties(READ)));
        }

        boolean isResult() {
            Map<String, Object> map = node.map();
            return map.containsKey(TERM)
                    && !map.containsKey("deleted_at")
                    && !map.containsKey("merged_into")
                    && !type().equals(USER);
        }

        @Override
        public String id() {
            return node.text("id");
        }

        @Override
        public String nodeId() {
            return node.text("node_id");
        }

        @Override
        public String name() {
            String name = node.text("name");
            return name.isEmpty() ? id() : name;
        }

        @Override
        public String type() {
            return node.text("type");
        }

        @Override
        public String description() {
            return node.text("description");
        }

        @Override
        public String connection() {
            return node.text("connection");
        }

        @Override
        public List<String> shown() {
            return node.texts("shown_properties");
        }
    }
}
