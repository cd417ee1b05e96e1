package io.oxgraph.model;

import java.util.List;
import java.util.Map;

/**
 * What one name means.
 *
 * @param item its place in the call, from 0
 * @param entity_id the entity; for one that is not created, the id that it would get
 * @param node_id the id by which the workspace's systems name it; null when it is not there
 * @param stage exact, alias, trigram, model or new
 * @param score similarity of the names, 0 to 1
 * @param created whether this call made the entity for this item
 * @param candidates others it may mean, the most similar first: {entity_id, name, score}
 */
public record ResolveResult(
        long item,
        String entity_id,
        String node_id,
        String stage,
        double score,
        boolean created,
        List<Map<String, Object>> candidates) {}
