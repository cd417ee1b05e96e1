package io.oxgraph.recall;

import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.graph.Statements;
import io.oxgraph.text.Identifiers;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;

/**
 * Finds tasks whose session has ended: it was ended, or neither a message of that conversation nor an action of that
 * session has come for {@code task_session_idle_hours}. A task without a session or a conversation is of none.
 */
final class EndedSessions {
    private static final String TASK = "task";
    private static final String ACTION_SINCE = Statements.get("recall/action_since");

    private final Transaction tx;
    private final String workspaceId;
    private final Instant now;
    private final Instant idleSince;
    private final Map<String, Boolean> known = new HashMap<>();

    EndedSessions(Transaction tx, String workspaceId, RecallSettings settings, Instant now) {
        this.tx = tx;
        this.workspaceId = workspaceId;
        this.now = now;
        this.idleSince = now.minusSeconds(Math.round(settings.taskSessionIdleHours() * 3600));
    }

    /** Whether a memory is a task all of whose sessions have ended. */
    boolean ended(MemoryItem memory) {
        if (!memory.type().equals(TASK)) {
            return false;
        }
        Set<String> sessions = sessions(memory);
        return !sessions.isEmpty() && sessions.stream().allMatch(id -> known.computeIfAbsent(id, this::hasEnded));
    }

    private Set<String> sessions(MemoryItem task) {
        Set<String> sessions = new LinkedHashSet<>();
        Lookup.byId(tx, Labels.MEMORY, workspaceId, task.id())
                .map(node -> (String) node.getProperty("session_id", null))
                .ifPresent(sessions::add);
        for (String id : task.evidence()) {
            Lookup.byId(tx, Labels.MESSAGE, workspaceId, id)
                    .map(message -> (String) message.getProperty("conversation_id", null))
                    .ifPresent(sessions::add);
        }
        return sessions;
    }

    private boolean hasEnded(String id) {
        Optional<Node> session = named(Labels.SESSION, "session", id);
        Optional<Node> conversation = named(Labels.CONVERSATION, "conversation", id);
        if (session.isPresent() && session.get().hasProperty("ended_at")) {
            return !time(session.get(), "ended_at").isAfter(now) && !spokenSince(conversation, session.get());
        }
        boolean begun = session.isPresent() || conversation.isPresent();
        return begun && conversation.filter(this::isSpoken).isEmpty() && !actedSince(id);
    }

    /** A conversation that went on after its session was ended. */
    private static boolean spokenSince(Optional<Node> conversation, Node session) {
        return conversation
                .filter(node -> node.hasProperty("last_message_at"))
                .filter(node -> time(node, "last_message_at").isAfter(time(session, "ended_at")))
                .isPresent();
    }

    private boolean isSpoken(Node conversation) {
        return conversation.hasProperty("last_message_at")
                && time(conversation, "last_message_at").isAfter(idleSince);
    }

    private boolean actedSince(String id) {
        Map<String, Object> parameters =
                Map.of("workspace_id", workspaceId, "session_id", id, "since", idleSince.atZone(ZoneOffset.UTC));
        try (Result found = tx.execute(ACTION_SINCE, parameters)) {
            return found.hasNext();
        }
    }

    private Optional<Node> named(Label kind, String name, String id) {
        return Lookup.byId(tx, kind, workspaceId, Identifiers.stableId(workspaceId, name, List.of(id)));
    }

    private static Instant time(Node node, String property) {
        return ((ZonedDateTime) node.getProperty(property)).toInstant();
    }
}
