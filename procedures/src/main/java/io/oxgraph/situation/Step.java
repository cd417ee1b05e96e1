package io.oxgraph.situation;

import java.util.List;
import java.util.Map;

/**
 * One action of a session, as far as situations go.
 *
 * @param nodeType '' for none
 * @param target the first node that it was about; null for none
 */
public record Step(String actionType, String nodeType, String target, boolean failed) {
    /** Reads an action's properties. */
    public static Step of(Map<String, Object> action) {
        return new Step(
                text(action.get("action_type")),
                text(action.get("target_node_type")),
                first(action.get("target_node_ids")),
                !"success".equals(action.get("outcome")));
    }

    /** Whether both do the same kind of thing: the pair of action type and node type. */
    public boolean isLike(Step other) {
        return actionType.equals(other.actionType) && nodeType.equals(other.nodeType);
    }

    private static String text(Object value) {
        return value instanceof String text ? text : "";
    }

    private static String first(Object value) {
        if (value instanceof String[] ids) {
            return ids.length == 0 ? null : ids[0];
        }
        return value instanceof List<?> ids && !ids.isEmpty() && ids.get(0) instanceof String id ? id : null;
    }
}
