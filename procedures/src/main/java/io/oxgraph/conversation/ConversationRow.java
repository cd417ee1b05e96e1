package io.oxgraph.conversation;

import io.oxgraph.input.FieldReader;
import io.oxgraph.table.Limits;
import java.time.ZonedDateTime;
import java.time.temporal.TemporalAmount;
import java.util.List;
import java.util.Map;

/**
 * The conversation that messages are written into, and what is to happen with them.
 *
 * @param id of its node
 * @param userId its owner; '' where it is shared
 * @param agentId who writes, or null
 * @param title its new title, or null
 * @param extraction pending or none
 * @param extractedBy when somebody else may extract pending messages
 */
record ConversationRow(
        String id,
        String conversationId,
        String userId,
        String agentId,
        String title,
        String extraction,
        ZonedDateTime extractedBy) {
    private static final String PENDING = "pending";
    private static final int ID = Limits.of("id");
    private static final int NAME = Limits.of("name");

    static ConversationRow read(Map<String, Object> map, ZonedDateTime now) {
        FieldReader fields = new FieldReader(map, "conversation.", now);
        String extraction = fields.word("extraction", List.of("none", PENDING));
        if (!(fields.value("lease") instanceof TemporalAmount lease)) {
            throw fields.refusal("lease", "must be a duration");
        }
        return new ConversationRow(
                fields.required("id", ID),
                fields.required("conversation_id", ID),
                "".equals(fields.value("user_id")) ? "" : fields.required("user_id", ID),
                fields.optional("agent_id", NAME),
                fields.optional("title", NAME),
                extraction == null ? "none" : extraction,
                now.plus(lease));
    }

    boolean extracts() {
        return PENDING.equals(extraction);
    }
}
