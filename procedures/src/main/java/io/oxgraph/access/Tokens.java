package io.oxgraph.access;

import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Labels;
import java.time.Instant;
import java.time.ZonedDateTime;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.ResourceIterator;
import org.neo4j.graphdb.Transaction;

/** Bearer tokens, found by the hash of their secret. */
public final class Tokens {
    private Tokens() {}

    /** Whether the token with this hash belongs to the workspace and is neither revoked nor expired. One index seek. */
    public static boolean isValid(Transaction tx, String workspaceId, String tokenHash) {
        try (ResourceIterator<Node> found = tx.findNodes(Labels.TOKEN, "token_hash", tokenHash)) {
            while (found.hasNext()) {
                Node token = found.next();
                if (workspaceId.equals(token.getProperty(Keys.WORKSPACE_ID, null))
                        && !token.hasProperty("revoked_at")
                        && !isExpired(token)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isExpired(Node token) {
        return token.getProperty("expires_at", null) instanceof ZonedDateTime expiresAt
                && !expiresAt.toInstant().isAfter(Instant.now());
    }
}
