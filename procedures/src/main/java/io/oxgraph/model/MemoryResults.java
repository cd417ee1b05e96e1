package io.oxgraph.model;

import java.util.List;
import java.util.Map;

/** Result rows of recall and of the semantic procedures. */
public final class MemoryResults {
    private MemoryResults() {}

    /**
     * The result of an operation on a memory.
     *
     * @param outcome what was done, or unchanged, or not_found
     * @param from_status null when not found
     * @param to_status null when not found
     */
    public record MemoryResult(String id, String outcome, String from_status, String to_status) {
        /** The result for an unknown memory. */
        public static MemoryResult notFound(String id) {
            return new MemoryResult(id, "not_found", null, null);
        }
    }

    /**
     * The result of remembering a statement.
     *
     * @param item index in the batch, from 0
     * @param id id of the statement
     * @param memory_id null when rejected or undecided
     * @param outcome created, merged, unchanged, rejected or undecided
     * @param reason how it was merged, why it is unchanged or rejected, or what is undecided; '' when created
     * @param superseded ids of memories that it superseded
     * @param superseded_by id of the memory that superseded it; null when none did
     * @param contradicts ids of memories that contradict it
     * @param candidates candidates for a model to judge: {memory_id, content, cosine}, or {name, entity_id,
     *     entity_name, score}
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

    /**
     * The result of recall.
     *
     * @param results best first
     * @param context the context block; '' when empty
     * @param notes diagnostics: skipped retrievers, best relevance, reason of an empty result
     */
    public record RecallResult(List<Map<String, Object>> results, String context, Map<String, Object> notes) {}

    /** The same with its results and notes as JSON. */
    public record RecallJson(String results, String context, String notes) {}
}
