package io.oxgraph.patterns;

import io.oxgraph.situation.Contexts;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a pattern is about.
 *
 * @param errorCode 'None' for success; {@link Contexts#ANY_ERROR} in a context
 * @param context such as run=2; null for none
 */
record Key(Pair pair, String errorCode, String context) {
    static Key plain(Pair pair, String errorCode) {
        return new Key(pair, errorCode, null);
    }

    static Key in(Pair pair, String context) {
        return new Key(pair, Contexts.ANY_ERROR, context);
    }

    /** As the graph tells it. */
    static Key of(Map<String, Object> stored) {
        Fields fields = new Fields(stored);
        String context = fields.text("context");
        return new Key(Pair.of(stored), fields.text("error_code"), context.isEmpty() ? null : context);
    }

    boolean isPlain() {
        return context == null;
    }

    String id(String workspaceId) {
        return isPlain()
                ? pair.keyId(workspaceId, errorCode)
                : Contexts.keyId(workspaceId, pair.actionType(), pair.nodeType(), context);
    }

    /** What is counted of it by day; a plain key's total is its pair's. */
    List<String> lists() {
        return isPlain()
                ? List.of(Window.SEQUENCES, Window.ACTIONS)
                : List.of(Window.SEQUENCES, Window.ACTIONS, Window.TOTALS);
    }

    /** The properties by which it is found. */
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

    /** The same on a pattern, with what it is called. */
    Map<String, Object> patternProperties() {
        Map<String, Object> values = properties();
        String name = pair.actionType() + ":" + pair.nodeType() + ":" + errorCode;
        values.put("name", isPlain() ? name : name + " " + context);
        if (!isPlain()) {
            values.put("context_text", Contexts.words(context));
        }
        return values;
    }
}
