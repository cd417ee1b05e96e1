package io.oxgraph.entity;

import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.graph.Relations;
import io.oxgraph.text.Identifiers;
import io.oxgraph.text.Names;
import io.oxgraph.text.Trigrams;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;

/** Writes the names of entities. */
final class AliasNodes {
    static final String KEY = "key";
    static final String ENTITY_ID = "entity_id";
    static final String ORIGIN_ID = "origin_id";
    static final String CANONICAL = "canonical";

    private AliasNodes() {}

    /** The term by which a fulltext index keeps workspaces apart: letters and digits only, so that it stays whole. */
    static String workspaceTerm(String workspaceId) {
        return "ws" + workspaceId.replace("-", "");
    }

    /** Gives the entity a name; the id of the alias. */
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
        alias.setProperty("workspace_term", workspaceTerm(workspaceId));
        alias.createRelationshipTo(entity, Relations.NAMES);
        return id;
    }

    /** The id is taken where the entity got this name, was absorbed with it, split off, and gets it again. */
    private static String freeId(Transaction tx, String workspaceId, String key, String entityId) {
        String id = Identifiers.stableId(workspaceId, "alias", List.of(key, entityId));
        for (int i = 0; Lookup.byId(tx, workspaceId, id).isPresent(); i++) {
            id = Identifiers.stableId(workspaceId, "alias", List.of(key, entityId, String.valueOf(i)));
        }
        return id;
    }

    /** What was taken for the same name leads to the entity from now on. */
    static void learn(Transaction tx, Node entity, Resolution resolution, ZonedDateTime now) {
        String aliasId = write(tx, entity, resolution.mention().name(), false, now);
        Map<String, Object> inputs =
                Map.of("alias_id", aliasId, "stage", resolution.stage(), "score", resolution.score());
        Transitions.write(tx, entity, "aliased", inputs, now);
    }
}
