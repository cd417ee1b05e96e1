package io.oxgraph.model;

import java.util.Map;

/**
 * What became of a memory node.
 *
 * @param rev the number of its last change, or of its deletion
 * @param deleted whether it is gone; then it has no properties and no document
 * @param properties what is served of it
 * @param document the same as JSON
 */
public record ChangeResult(
        long rev,
        String workspace_id,
        String id,
        String kind,
        boolean deleted,
        Map<String, Object> properties,
        String document) {}
