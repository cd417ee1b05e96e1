package io.oxgraph.graph;

import java.util.List;
import org.neo4j.graphdb.Node;

/**
 * Whose memory a call reads: what is shared, and what belongs to one user.
 *
 * @param userId the user; '' for the shared alone
 * @param allUsers whether what belongs to any user is read too
 * @param agentId only memories and messages of this agent; null for those of all
 */
public record Scope(String userId, boolean allUsers, String agentId) {
    /** The property with the owner of a node: a user, or '' where it is shared. */
    public static final String USER_ID = "user_id";

    public static final String AGENT_ID = "agent_id";

    /** The property with the user who alone knows an entity. */
    public static final String PRIVATE_TO = "private_to";

    /** Only what is shared. */
    public static final Scope SHARED = new Scope("", false, null);

    /** What is shared, and what belongs to any user. */
    public static final Scope ALL = new Scope("", true, null);

    /** Greater than every user id in the order of an index. */
    private static final String LAST = "\uDBFF\uDFFF";

    /** Whether a node of this owner is read; agents do not count. */
    public boolean reads(String owner) {
        return allUsers || owner.isEmpty() || owner.equals(userId);
    }

    /**
     * Whether a memory or a message is read.
     *
     * @param agent its agent; '' without one
     */
    public boolean reads(String owner, String agent) {
        return reads(owner) && (agentId == null || agentId.equals(agent));
    }

    /** Whether an entity is read: not one that only another user's statements have named. */
    public boolean readsEntity(Node entity) {
        return !(entity.getProperty(PRIVATE_TO, "") instanceof String owner) || reads(owner);
    }

    /** The owners to search one after the other; not for all users. */
    public List<String> owners() {
        return userId.isEmpty() ? List.of("") : List.of("", userId);
    }

    /**
     * Ranges of owners, for an index whose filter knows only conditions joined by AND: shared and own need a search each.
     */
    public List<OwnerRange> ranges() {
        return allUsers
                ? List.of(new OwnerRange("", LAST))
                : owners().stream().map(owner -> new OwnerRange(owner, owner)).toList();
    }

    /** The owners from one to another, both included. */
    public record OwnerRange(String from, String to) {}
}
