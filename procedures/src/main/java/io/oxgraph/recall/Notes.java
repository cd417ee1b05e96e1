package io.oxgraph.recall;

import io.oxgraph.model.MemoryResults.RecallResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The notes column of a recall result: counts, relevance, skipped retrievers, and why it is empty. */
final class Notes {
    static final String DEADLINE = "deadline";
    static final String FILTERS = "filters";

    private static final String NOTHING_RELEVANT = "nothing_relevant";
    private static final double NANOS_A_MILLI = 1e6;

    private final RecallRequest request;
    private final Map<String, Object> notes = new LinkedHashMap<>();

    Notes(RecallRequest request, RecallSettings settings) {
        this.request = request;
        notes.put("found", 0L);
        notes.put("relevance", 0.0);
        notes.put("threshold", settings.threshold());
        notes.put("empty_because", null);
        notes.put("entities", List.of());
        notes.put("speakers", List.of());
        notes.put("dropped", List.of());
        notes.put("path", null);
        notes.put("plan", request.plan());
        notes.put("tokens", 0L);
        notes.put("context_ids", List.of());
        notes.put("memories", List.of());
        notes.put("results", 0L);
    }

    void path(String path) {
        notes.put("path", path);
    }

    void speakers(List<String> speakers) {
        notes.put("speakers", speakers);
    }

    void found(Candidates found) {
        notes.put(
                "entities",
                found.entities.stream()
                        .map(entity -> Map.of("id", entity.id(), "name", entity.name()))
                        .toList());
        notes.put(
                "dropped",
                found.dropped.entrySet().stream()
                        .map(one -> Map.of("retriever", one.getKey().key(), "reason", one.getValue()))
                        .toList());
        if (request.explain()) {
            Map<String, Object> millis = new LinkedHashMap<>();
            found.nanos.forEach((retriever, nanos) -> millis.put(retriever.key(), nanos / NANOS_A_MILLI));
            notes.put("elapsed_ms", millis);
        }
    }

    /** Of the entities that are returned behind the results: their text, how many there are, and which are in it. */
    void entitiesApart(ContextBlock.Block block, int count) {
        notes.put("entity_context", block.text());
        notes.put("entity_context_ids", block.ids());
        notes.put("entities_apart", (long) count);
    }

    /** Ids of the memories among the first results, which count as read. */
    void memories(List<String> ids) {
        notes.put("memories", ids);
    }

    void relevance(double best, int found) {
        notes.put("relevance", best);
        notes.put("found", (long) found);
    }

    /** The empty result when the filters left nothing. */
    RecallResult nothing(Candidates found) {
        if (found.candidates.isEmpty() && found.dropped.containsValue(DEADLINE)) {
            return nothing(DEADLINE);
        }
        return nothing(!found.candidates.isEmpty() || request.narrows() ? FILTERS : NOTHING_RELEVANT);
    }

    RecallResult nothingRelevant() {
        return nothing(NOTHING_RELEVANT);
    }

    RecallResult nothing(String because) {
        notes.put("empty_because", because);
        return new RecallResult(List.of(), "", notes);
    }

    RecallResult results(List<Map<String, Object>> rows, ContextBlock.Block block) {
        notes.put("tokens", block.tokens());
        notes.put("context_ids", block.ids());
        notes.put("results", (long) rows.size());
        return new RecallResult(rows, block.text(), notes);
    }
}
