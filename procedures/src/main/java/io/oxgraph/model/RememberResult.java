package io.oxgraph.model;

import java.util.List;
import java.util.Map;

/**
 * What became of a statement.
 *
 * @param item its place in the batch, from 0
 * @param id the statement's
 * @param memory_id null when rejected or undecided
 * @param outcome created, merged, unchanged, rejected or undecided
 * @param reason by what it was merged, why it is unchanged or rejected, what is undecided; '' when created
 * @param superseded memories that it replaced
 * @param superseded_by the memory that replaces it; null when none does
 * @param contradicts memories that stand against it
 * @param candidates what a model should judge: {memory_id, content, cosine}, or {name, entity_id, entity_name, score}
 */
public record RememberResult(
        long item,
        String id,
        String memory_id,
        String outcome,
        String reason,
        String subject_id,
        String object_id,
        List<String> superseded,
        String superseded_by,
        List<String> contradicts,
        List<Map<String, Object>> candidates) {}
