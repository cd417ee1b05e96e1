package io.oxgraph.model;

import java.util.List;
import java.util.Map;

/**
 * A pattern for display. Missing properties are null.
 *
 * @param evidenceConfidence counted rate; confidence is the same after weekly decay
 * @param recommendationOverride an operator's text in place of the generated one
 * @param nextActionType most frequent first success after the failure
 * @param context the context it is about; null for a plain pattern
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
    /** Reads a pattern node's properties. */
    public static Pattern of(Map<String, Object> properties) {
        String actionType = text(properties, "action_type", "");
        String nodeType = text(properties, "node_type", null);
        String errorCode = text(properties, "error_code", ActionCodes.SUCCESS);
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

    /** The confidence to show: of a context pattern the share of the counts beside it, which has no decay. */
    public double shownConfidence() {
        return context == null || context.actions() == 0 ? confidence : context.share();
    }

    /** What it costs to ignore it: rate × runs. */
    public double cost() {
        return shownConfidence() * sampleCount;
    }

    /** Whether it is a success pattern. */
    public boolean isSuccess() {
        return errorCode.equals(ActionCodes.SUCCESS);
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

    /**
     * The context of a pattern with its counts.
     *
     * @param name such as run=2
     * @param text wording as it was stored; {@link #name} for none
     * @param otherActions actions in the other contexts that it was compared with
     * @param nextTotal failures followed by a success
     * @param confoundedBy what explains an outcome pattern: agent or task; null for nothing
     * @param failsFor agents for which an outcome pattern does not hold
     */
    public record PatternContext(
            String name,
            String text,
            long actions,
            long failures,
            long otherActions,
            long otherFailures,
            long nextTotal,
            String confoundedBy,
            List<String> failsFor) {
        /** Reads a pattern's properties; null for a plain one. */
        static PatternContext of(Map<String, Object> properties) {
            String name = Pattern.text(properties, "context", null);
            return name == null
                    ? null
                    : new PatternContext(
                            name,
                            Pattern.text(properties, "context_text", name),
                            count(properties, "total_count"),
                            count(properties, "action_count"),
                            count(properties, "other_count"),
                            count(properties, "other_failures"),
                            count(properties, "next_total"),
                            Pattern.text(properties, "confounded_by", null),
                            texts(properties.get("fails_for")));
        }

        private static List<String> texts(Object value) {
            if (value instanceof String[] array) {
                return List.of(array);
            }
            return value instanceof List<?> list
                    ? list.stream().map(String::valueOf).toList()
                    : List.of();
        }

        /** Its failure rate; 0 without actions. */
        public double share() {
            return actions == 0 ? 0 : (double) failures / actions;
        }

        /** Whether its failure rate is above that of the other contexts. */
        public boolean isWorse() {
            return failures * otherActions > otherFailures * actions;
        }

        private static long count(Map<String, Object> properties, String key) {
            return Pattern.number(properties, key, 0L).longValue();
        }
    }
}
