package io.oxgraph.working;

import io.oxgraph.text.Identifiers;
import java.util.List;

/**
 * The conversation that slots belong to.
 *
 * @param userId the user whose conversation it is; '' or null where it is shared
 */
public record SlotOwner(String userId, String conversationId) {
    public SlotOwner {
        userId = userId == null ? "" : userId;
    }

    /** The shared conversation of the same id. */
    SlotOwner shared() {
        return new SlotOwner("", conversationId);
    }

    boolean isShared() {
        return userId.isEmpty();
    }

    /** The id of a slot of this name. */
    String slotId(String workspaceId, String name) {
        List<String> parts = isShared() ? List.of(conversationId, name) : List.of(conversationId, name, "user", userId);
        return Identifiers.stableId(workspaceId, "slot", parts);
    }
}
