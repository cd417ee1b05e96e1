package io.oxgraph.inject;

import io.oxgraph.graph.Lookup;
import io.oxgraph.graph.Workspace;
import java.util.Arrays;
import java.util.List;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.NotFoundException;
import org.neo4j.graphdb.Transaction;

/**
 * Holds back patterns that do not hold for the agent, or the model, of a session: by its own record, or, without one, where
 * at least as many others have a record against the pattern as for it.
 *
 * @param agentId '' for none
 * @param model '' for none
 */
record AgentFilter(String agentId, String model) {
    private static final AgentFilter NONE = new AgentFilter("", "");

    /** The filter of a session; one that holds nothing back for null, or an unknown session. */
    static AgentFilter of(Transaction tx, Workspace workspace, String sessionId) {
        if (sessionId == null) {
            return NONE;
        }
        try {
            return Lookup.session(tx, workspace.id(), sessionId)
                    .map(session -> new AgentFilter(
                            (String) session.getProperty("agent_id", ""), (String) session.getProperty("model", "")))
                    .orElse(NONE);
        } catch (NotFoundException e) {
            return NONE; // The session was erased concurrently.
        }
    }

    /** Whether a pattern does not hold here; an operator's annotation is shown all the same. */
    boolean holdsBack(Node pattern) {
        return (isAgainst(pattern, agentId, "holds_for", "fails_for")
                        || isAgainst(pattern, model, "holds_for_models", "fails_for_models"))
                && !PatternCandidates.isAnnotated(pattern);
    }

    private static boolean isAgainst(Node pattern, String name, String holds, String fails) {
        List<String> against = texts(pattern, fails);
        if (name.isEmpty() || against.isEmpty()) {
            return false;
        }
        List<String> inFavour = texts(pattern, holds);
        return against.contains(name) || (!inFavour.contains(name) && against.size() >= inFavour.size());
    }

    /** An empty stored list has no type. */
    private static List<String> texts(Node node, String key) {
        return node.getProperty(key, null) instanceof String[] texts ? Arrays.asList(texts) : List.of();
    }
}
