package io.oxgraph.model;

import java.util.Map;

/**
 * A pattern as it is shown. What a pattern lacks is null.
 *
 * @param evidenceConfidence the share that was counted; confidence is the same, less its decay
 * @param recommendationOverride an operator's words instead of the generated ones
 * @param nextActionType what agents did after the failure that worked
 * @param context the situation that it is about; null for a plain one
 */
public record Pattern(
        String id,
        String name,
        String actionType,
        String nodeType,
        String errorCode,
        double confidence,
        double evidenceConfidence,
        long sampleCount,
        String annotation,
        String recommendationOverride,
        String nextActionType,
        long nextCount,
        PatternContext context) {
    /** The error code that stands for success. */
    public static final String SUCCESS = "None";

    /** Reads a pattern node's properties. */
    public static Pattern of(Map<String, Object> properties) {
        String actionType = text(properties, "action_type", "");
        String nodeType = text(properties, "node_type", null);
        String errorCode = text(properties, "error_code", SUCCESS);
        double confidence = number(properties, "confidence", 0.0).doubleValue();
        return new Pattern(
                text(properties, "id", null),
                text(properties, "name", name(actionType, nodeType, errorCode)),
                actionType,
                nodeType,
                errorCode,
                confidence,
                number(properties, "evidence_confidence", confidence).doubleValue(),
                number(properties, "sample_count", 0L).longValue(),
                text(properties, "annotation", null),
                text(properties, "recommendation_override", null),
                text(properties, "next_action_type", null),
                number(properties, "next_count", 0L).longValue(),
                PatternContext.of(properties));
    }

    /** Whether it stands for something that works. */
    public boolean isSuccess() {
        return errorCode.equals(SUCCESS);
    }

    private static String name(String actionType, String nodeType, String errorCode) {
        return actionType + ":" + (nodeType == null ? "" : nodeType) + ":" + errorCode;
    }

    /** A blank text counts as none. */
    static String text(Map<String, Object> properties, String key, String otherwise) {
        return properties.get(key) instanceof String text && !text.isBlank() ? text : otherwise;
    }

    static Number number(Map<String, Object> properties, String key, Number otherwise) {
        return properties.get(key) instanceof Number number ? number : otherwise;
    }
}
