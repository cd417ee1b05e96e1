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
    private final Map<String, State> known = new HashMap<>();

    EndedSessions(Transaction tx, String workspaceId, RecallSettings settings, Instant now) {
        this.tx = tx;
        this.workspaceId = workspaceId;
        this.now = now;
        this.idleSince = now.minusSeconds(Math.round(settings.taskSessionIdleHours() * 3600));
    }

    private enum State {
        RUNNING,
        IDLE,
        ENDED
    }

    /** Whether a memory is a task all of whose sessions have ended. */
    boolean ended(MemoryItem memory) {
        if (!memory.type().equals(TASK)) {
            return false;
        }
        Optional<Node> task = Lookup.byId(tx, Labels.MEMORY, workspaceId, memory.id());
        Set<String> sessions = sessions(memory, task);
        State least = task.filter(node -> isSince(node, "last_stated_at")).isPresent() ? State.ENDED : State.IDLE;
        return !sessions.isEmpty() && sessions.stream().allMatch(id -> state(id).compareTo(least) >= 0);
    }

    private Set<String> sessions(MemoryItem memory, Optional<Node> task) {
        Set<String> sessions = new LinkedHashSet<>();
        task.map(node -> (String) node.getProperty("session_id", null)).ifPresent(sessions::add);
        for (String id : memory.evidence()) {
            Lookup.byId(tx, Labels.MESSAGE, workspaceId, id)
                    .map(message -> (String) message.getProperty("conversation_id", null))
                    .ifPresent(sessions::add);
        }
        return sessions;
    }

    private State state(String id) {
        return known.computeIfAbsent(id, this::read);
    }

    private State read(String id) {
        Optional<Node> session = named(Labels.SESSION, "session", id);
        Optional<Node> conversation = named(Labels.CONVERSATION, "conversation", id);
        Optional<Instant> spoken = conversation.flatMap(node -> time(node, "last_message_at"));
        Optional<Instant> end = session.flatMap(node -> time(node, "ended_at")).filter(at -> !at.isAfter(now));
        if (end.isPresent() && spoken.filter(at -> at.isAfter(end.get())).isEmpty()) {
            return State.ENDED;
        }
        boolean begun = session.isPresent() || conversation.isPresent();
        boolean running = session.filter(node -> isSince(node, "started_at")).isPresent()
                || conversation.filter(node -> isSince(node, "last_message_at")).isPresent();
        return !begun || running || actedSince(id) ? State.RUNNING : State.IDLE;
    }

    private boolean isSince(Node node, String property) {
        return time(node, property).filter(at -> at.isAfter(idleSince)).isPresent();
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

    private static Optional<Instant> time(Node node, String property) {
        return Optional.ofNullable((ZonedDateTime) node.getProperty(property, null))
                .map(ZonedDateTime::toInstant);
    }
}
