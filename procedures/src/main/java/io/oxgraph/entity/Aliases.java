package io.oxgraph.entity;

import io.oxgraph.entity.AliasIndex.EntityName;
import io.oxgraph.entity.ComparableName.NameKey;
import io.oxgraph.entity.EntityCandidate.EntityNodes;
import io.oxgraph.entity.EntityMerge.EntityTransitions;
import io.oxgraph.error.ErrorCode;
import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.graph.Relations;
import io.oxgraph.graph.Workspace;
import io.oxgraph.model.EntityResults.AliasResult;
import io.oxgraph.text.Identifiers;
import io.oxgraph.text.Names;
import io.oxgraph.text.TextSimilarity.Trigrams;
import io.oxgraph.text.WorkspaceTerm;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;

/** Adds aliases to entities. */
public final class Aliases {
    private Aliases() {}

    /** Adds an alias to an entity, given by id or node_id. */
    public static AliasResult add(
            Transaction tx, String workspaceId, String entityId, String alias, ZonedDateTime given) {
        NameKey key = NameKey.of(alias);
        key.reason().ifPresent(reason -> {
            throw ErrorCode.INVALID_INPUT.with("field", "alias", "reason", reason);
        });
        ZonedDateTime now = given.withZoneSameInstant(ZoneOffset.UTC);
        Workspace.hold(tx, workspaceId);
        NameLock.names(tx, workspaceId, now);
        AliasIndex index = new AliasIndex(tx, workspaceId);
        EntityCandidate holder =
                index.byId(entityId).orElseThrow(() -> ErrorCode.NOT_FOUND.with("kind", "entity", "id", entityId));
        List<EntityName> names = index.byKey(key.text());
        boolean had = names.stream().anyMatch(known -> known.holder().id().equals(holder.id()));
        if (!had) {
            write(tx, holder.node(), alias, now);
        }
        return new AliasResult(holder.id(), EntityNodes.display(alias), !had, others(names, holder));
    }

    private static void write(Transaction tx, Node entity, String alias, ZonedDateTime now) {
        String aliasId = AliasNodes.write(tx, entity, alias, false, now);
        EntityTransitions.write(tx, entity, "aliased", Map.of("alias_id", aliasId), now);
    }

    private static List<String> others(List<EntityName> names, EntityCandidate holder) {
        return names.stream()
                .map(known -> known.holder().id())
                .filter(id -> !id.equals(holder.id()))
                .distinct()
                .sorted()
                .toList();
    }

    /** Writes alias nodes. */
    static final class AliasNodes {
        static final String KEY = "key";
        static final String ENTITY_ID = "entity_id";
        static final String ORIGIN_ID = "origin_id";
        static final String CANONICAL = "canonical";

        private AliasNodes() {}

        /** Writes an alias; returns its id. */
        static String write(Transaction tx, Node entity, String name, boolean canonical, ZonedDateTime now) {
            String workspaceId = (String) entity.getProperty(Keys.WORKSPACE_ID);
            String entityId = (String) entity.getProperty(Keys.ID);
            String key = Names.key(name);
            String id = freeId(tx, workspaceId, key, entityId);
            Set<String> trigrams = Trigrams.of(key);
            Node alias = tx.createNode(Labels.MEM, Labels.ALIAS);
            alias.setProperty(Keys.ID, id);
            alias.setProperty(Keys.WORKSPACE_ID, workspaceId);
            alias.setProperty(Keys.CREATED_AT, now);
            alias.setProperty(KEY, key);
            alias.setProperty("text", EntityNodes.display(name));
            alias.setProperty("grams", String.join(" ", Trigrams.tokens(trigrams)));
            alias.setProperty("gram_count", (long) trigrams.size());
            alias.setProperty(CANONICAL, canonical);
            alias.setProperty(ENTITY_ID, entityId);
            alias.setProperty(ORIGIN_ID, entityId);
            alias.setProperty("workspace_term", WorkspaceTerm.of(workspaceId, EntityNodes.owner(entity)));
            alias.createRelationshipTo(entity, Relations.NAMES);
            return id;
        }

        /** The id may be taken when the entity got this name, was merged, split, and gets it again. */
        private static String freeId(Transaction tx, String workspaceId, String key, String entityId) {
            String id = Identifiers.stableId(workspaceId, "alias", List.of(key, entityId));
            for (int i = 0; Lookup.byId(tx, workspaceId, id).isPresent(); i++) {
                id = Identifiers.stableId(workspaceId, "alias", List.of(key, entityId, String.valueOf(i)));
            }
            return id;
        }

        /** Stores a resolved name as an alias of the entity. */
        static void learn(Transaction tx, Node entity, Resolution resolution, ZonedDateTime now) {
            String aliasId = write(tx, entity, resolution.mention().name(), false, now);
            Map<String, Object> inputs =
                    Map.of("alias_id", aliasId, "stage", resolution.stage(), "score", resolution.score());
            EntityTransitions.write(tx, entity, "aliased", inputs, now);
        }
    }

    /** The lock of a workspace for creating names. */
    static final class NameLock {
        private static final String MERGE =
                """
            MERGE (l:_mem:lock {workspace_id: $workspace_id, id: $id})
            ON CREATE SET l.name = 'names', l.created_at = $now
            RETURN l""";

        private NameLock() {}

        static void names(Transaction tx, String workspaceId, ZonedDateTime now) {
            String id = Identifiers.stableId(workspaceId, "lock", List.of("names"));
            try (Result result = tx.execute(MERGE, Map.of("workspace_id", workspaceId, "id", id, "now", now))) {
                tx.acquireWriteLock((Node) result.next().get("l"));
                result.accept(row -> true);
            }
        }
    }
}
