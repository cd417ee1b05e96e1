package io.oxgraph.patterns;

import io.oxgraph.model.ActionCodes;
import io.oxgraph.patterns.FoldResult.Fields;
import io.oxgraph.situation.Contexts;
import io.oxgraph.text.Identifiers;
import io.oxgraph.text.SituationText;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The key of a pattern: what it is about.
 *
 * @param errorCode {@link ActionCodes#SUCCESS} for success; {@link ActionCodes#ANY_ERROR} in a context
 * @param context such as run=2; null for none
 */
record PatternKey(ActionPair pair, String errorCode, String context) {
    static PatternKey plain(ActionPair pair, String errorCode) {
        return new PatternKey(pair, errorCode, null);
    }

    static PatternKey in(ActionPair pair, String context) {
        return new PatternKey(pair, ActionCodes.ANY_ERROR, context);
    }

    /** Reads it from node properties. */
    static PatternKey of(Map<String, Object> stored) {
        Fields fields = new Fields(stored);
        String context = fields.text("context");
        return new PatternKey(ActionPair.of(stored), fields.text("error_code"), context.isEmpty() ? null : context);
    }

    boolean isPlain() {
        return context == null;
    }

    String id(String workspaceId) {
        return isPlain()
                ? pair.keyId(workspaceId, errorCode)
                : Contexts.keyId(workspaceId, pair.actionType(), pair.nodeType(), context);
    }

    /** Names of its daily counts; a plain key's total is its pair's. */
    List<String> lists() {
        return isPlain()
                ? List.of(DayWindow.SEQUENCES, DayWindow.ACTIONS)
                : List.of(DayWindow.SEQUENCES, DayWindow.ACTIONS, DayWindow.TOTALS, DayWindow.TOTAL_SEQUENCES);
    }

    /** Its node properties. */
    Map<String, Object> properties() {
        Map<String, Object> values = new HashMap<>();
        values.put("action_type", pair.actionType());
        values.put("node_type", pair.storedNodeType());
        values.put("error_code", errorCode);
        if (!isPlain()) {
            values.put("context", context);
        }
        return values;
    }

    /** Its properties on a pattern, with the pattern's name. */
    Map<String, Object> patternProperties() {
        Map<String, Object> values = properties();
        String name = pair.actionType() + ":" + pair.nodeType() + ":" + errorCode;
        values.put("name", name);
        if (!isPlain()) {
            String words = SituationText.words(context);
            values.put("name", name + ", " + words);
            values.put("context_text", words);
        }
        return values;
    }

    /**
     * A pair of action type and node type.
     *
     * @param nodeType '' for none
     */
    record ActionPair(String actionType, String nodeType) {
        static ActionPair of(Map<String, Object> stored) {
            Fields fields = new Fields(stored);
            return new ActionPair(fields.text("action_type"), fields.text("node_type"));
        }

        String tallyId(String workspaceId) {
            return Identifiers.stableId(workspaceId, "tally", List.of(actionType, nodeType));
        }

        String keyId(String workspaceId, String errorCode) {
            return Identifiers.stableId(workspaceId, "pattern_key", List.of(actionType, nodeType, errorCode));
        }

        /** As stored: null rather than empty. */
        String storedNodeType() {
            return nodeType.isEmpty() ? null : nodeType;
        }
    }
}
