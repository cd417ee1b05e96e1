package io.oxgraph.model;

/**
 * What was moved between two entities.
 *
 * @param outcome merged, split, or unchanged
 * @param memories edges from memories to their subject or object
 * @param references edges from actions and patterns
 */
public record MergeResult(
        String entity_id, String absorbed_id, String outcome, long aliases, long memories, long references) {}
