package io.oxgraph.text;

/**
 * The words in a node's property workspace_term, by which a fulltext index filters: one for the workspace, and on the node
 * of a user two more. The words of shared nodes are those of before there were users.
 */
public final class WorkspaceTerm {
    private static final String FIELD = "workspace_term:";
    private static final String PRIVATE = "private";
    private static final int DIGEST_LENGTH = 32;

    private WorkspaceTerm() {}

    /**
     * The words of a node.
     *
     * @param userId its owner; '' or null where it is shared
     */
    public static String of(String workspaceId, String userId) {
        return userId == null || userId.isEmpty()
                ? workspace(workspaceId)
                : workspace(workspaceId) + ' ' + PRIVATE + ' ' + user(workspaceId, userId);
    }

    /** The condition for every node of a workspace, without weight in the score. */
    public static String anyone(String workspaceId) {
        return '+' + FIELD + workspace(workspaceId) + "^0";
    }

    /**
     * The condition for the shared nodes of a workspace and those of a user.
     *
     * @param userId '' for the shared alone
     */
    public static String sharedAnd(String workspaceId, String userId) {
        String others = userId.isEmpty()
                ? FIELD + PRIVATE
                : "(+" + FIELD + PRIVATE + " -" + FIELD + user(workspaceId, userId) + ')';
        return anyone(workspaceId) + " -" + others;
    }

    private static String workspace(String workspaceId) {
        return "ws" + workspaceId.replace("-", "");
    }

    /** Ends in a digit, so that no analyzer takes an ending off it. */
    private static String user(String workspaceId, String userId) {
        return workspace(workspaceId) + 'u' + Identifiers.sha256(userId).substring(0, DIGEST_LENGTH) + '0';
    }
}
