package io.oxgraph.inject;

import io.oxgraph.input.FieldReader;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What an agent is about to do, checked.
 *
 * @param targets ids of the nodes it is about
 * @param actionType null when not known
 * @param targetNodeType null when not known
 * @param sessionId whose actions lead up to it; null when not known
 * @param limit null for the workspace's
 */
record InjectRequest(List<String> targets, String actionType, String targetNodeType, String sessionId, Long limit) {
    private static final Set<String> FIELDS =
            Set.of("targets", "action_type", "target_node_type", "limit", "session_id");
    private static final int NAME = 200;
    private static final int IDENTIFIER = 512;
    private static final int TARGETS = 100;

    static InjectRequest read(Map<String, Object> map, ZonedDateTime now) {
        FieldReader fields = new FieldReader(map, "", now);
        fields.allowOnly(FIELDS);
        Long limit = fields.integer("limit");
        if (limit != null && limit < 0) {
            throw fields.refusal("limit", "must not be negative");
        }
        return new InjectRequest(
                fields.texts("targets", TARGETS, IDENTIFIER),
                fields.optional("action_type", NAME),
                fields.optional("target_node_type", NAME),
                fields.optional("session_id", IDENTIFIER),
                limit);
    }
}
