package io.oxgraph.inject;

import io.oxgraph.model.Pattern;
import io.oxgraph.model.PatternContext;
import io.oxgraph.text.Recommendation;
import java.util.HashMap;
import java.util.Map;

/** Patterns as callers read them, beside the block. */
final class Rows {
    private Rows() {}

    static Map<String, Object> of(Candidate candidate) {
        Pattern pattern = candidate.pattern();
        Map<String, Object> row = new HashMap<>();
        row.put("id", pattern.id());
        row.put("name", pattern.name());
        row.put("action_type", pattern.actionType());
        row.put("node_type", pattern.nodeType());
        row.put("error_code", pattern.errorCode());
        row.put("confidence", pattern.confidence());
        row.put("sample_count", pattern.sampleCount());
        row.put("annotation", pattern.annotation());
        row.put("recommendation", Recommendation.of(pattern));
        row.put("next_action_type", pattern.nextActionType());
        row.put("direct", candidate.direct());
        addSituation(row, pattern.context(), candidate.warning());
        return row;
    }

    /** Null where a pattern holds in any situation. */
    private static void addSituation(Map<String, Object> row, PatternContext context, Warning warning) {
        row.put("context", context == null ? null : context.name());
        row.put("context_text", context == null ? null : context.text());
        row.put("probability", warning == null ? null : warning.probability());
        row.put("status", warning == null ? null : warning.status());
        row.put("failures", context == null ? null : context.failures());
        row.put("actions", context == null ? null : context.actions());
    }
}
