package io.oxgraph.model;

import java.util.List;
import java.util.Map;

/** Result rows of the entity procedures. */
public final class EntityResults {
    private EntityResults() {}

    /**
     * The result of adding an alias to an entity.
     *
     * @param created false when the entity had the alias already
     * @param others ids of other entities with the same name, which type and attributes must tell apart
     */
    public record AliasResult(String entity_id, String alias, boolean created, List<String> others) {}

    /**
     * The result of merging or splitting entities.
     *
     * @param outcome merged, split, or unchanged
     * @param memories number of moved subject and object edges of memories
     * @param references number of moved edges from actions and patterns
     */
    public record MergeResult(
            String entity_id, String absorbed_id, String outcome, long aliases, long memories, long references) {}

    /**
     * The result of resolving one name.
     *
     * @param item index of the item in the call, from 0
     * @param entity_id id of the entity; if it is not created, the id it would get
     * @param node_id the entity's node_id; null when the entity does not exist
     * @param stage resolution stage: exact, alias, trigram, model or new
     * @param score similarity of the names, 0 to 1
     * @param created whether this call made the entity for this item
     * @param candidates other possible entities, most similar first: {entity_id, name, score}
     */
    public record ResolveResult(
            long item,
            String entity_id,
            String node_id,
            String stage,
            double score,
            boolean created,
            List<Map<String, Object>> candidates) {}
}
