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
import java.util.Set;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;

/** Writes the names of entities. */
final class AliasNodes {
    static final String KEY = "key";

    private AliasNodes() {}

    /** The term by which a fulltext index keeps workspaces apart: letters and digits only, so that it stays whole. */
    static String workspaceTerm(String workspaceId) {
        return "ws" + workspaceId.replace("-", "");
    }

    /** Gives the entity a name, unless it was given that name before; true when it is new. */
    static boolean write(Transaction tx, Node entity, String text, boolean canonical, ZonedDateTime now) {
        String workspaceId = (String) entity.getProperty(Keys.WORKSPACE_ID);
        String entityId = (String) entity.getProperty(Keys.ID);
        String key = Names.key(text);
        String id = Identifiers.stableId(workspaceId, "alias", List.of(key, entityId));
        if (Lookup.byId(tx, workspaceId, id).isPresent()) {
            return false;
        }
        Set<String> trigrams = Trigrams.of(text);
        Node alias = tx.createNode(Labels.MEM, Labels.ALIAS);
        alias.setProperty(Keys.ID, id);
        alias.setProperty(Keys.WORKSPACE_ID, workspaceId);
        alias.setProperty(Keys.CREATED_AT, now);
        alias.setProperty(KEY, key);
        alias.setProperty("text", text);
        alias.setProperty("grams", Trigrams.tokens(trigrams));
        alias.setProperty("gram_count", (long) trigrams.size());
        alias.setProperty("canonical", canonical);
        alias.setProperty("entity_id", entityId);
        alias.setProperty("origin_id", entityId);
        alias.setProperty("workspace_term", workspaceTerm(workspaceId));
        alias.createRelationshipTo(entity, Relations.NAMES);
        return true;
    }
}
