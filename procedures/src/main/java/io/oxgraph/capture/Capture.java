package io.oxgraph.capture;

import io.oxgraph.capture.SessionStore.PendingRange;
import io.oxgraph.error.ErrorCode;
import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.LockedNode;
import io.oxgraph.graph.Lookup;
import io.oxgraph.graph.NodeTimes;
import io.oxgraph.graph.Relations;
import io.oxgraph.graph.SessionChain;
import io.oxgraph.graph.Workspace;
import io.oxgraph.model.Action;
import io.oxgraph.model.CaptureResults.CaptureManyResult;
import io.oxgraph.model.CaptureResults.CaptureResult;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.neo4j.graphdb.ConstraintViolationException;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;

/**
 * Captures actions: writes the node, links it into the session's chain, adds its references, and marks the session for
 * the sequence pass.
 */
public final class Capture {
    private static final String ALREADY_CAPTURED = "already_captured";
    private static final String CAPTURED = "";

    private final Transaction tx;
    private final Workspace workspace;
    private final ZonedDateTime now;
    private final SessionStore sessions;
    private final ActionEdges targets;
    /**
     * Whether known actions are looked for before anything is written. A single action is hardly ever known; when it is,
     * the constraint on ids says so.
     */
    private final boolean looksFirst;

    private long captured;
    private long duplicates;
    private long references;
    private long injected;

    private Capture(Transaction tx, Workspace workspace, ZonedDateTime now, boolean looksFirst) {
        this.tx = tx;
        this.workspace = workspace;
        this.now = now.withZoneSameInstant(ZoneOffset.UTC);
        this.sessions = new SessionStore(tx, workspace.id(), this.now);
        this.targets = new ActionEdges(tx, workspace.id());
        this.looksFirst = looksFirst;
    }

    /** Captures one action. */
    public static CaptureResult one(Transaction tx, String workspaceId, Map<String, Object> map, ZonedDateTime now) {
        Action action = ActionReader.read(map, "", now);
        Workspace workspace = Workspace.hold(tx, workspaceId);
        if (!workspace.memoryEnabled()) {
            return new CaptureResult(false, action.id(), Workspace.MEMORY_DISABLED, 0, 0);
        }
        Capture capture = new Capture(tx, workspace, now, false);
        capture.write(List.of(action));
        boolean isNew = capture.captured == 1;
        String reason = isNew ? CAPTURED : ALREADY_CAPTURED;
        return new CaptureResult(isNew, action.id(), reason, capture.references, capture.injected);
    }

    /** Captures a batch, all or nothing; an error names the item by index. */
    public static CaptureManyResult many(
            Transaction tx, String workspaceId, List<Map<String, Object>> maps, ZonedDateTime now) {
        List<Action> actions = readAll(maps, now);
        Workspace workspace = Workspace.hold(tx, workspaceId);
        if (!workspace.memoryEnabled()) {
            return new CaptureManyResult(0, 0, 0, Workspace.MEMORY_DISABLED);
        }
        Capture capture = new Capture(tx, workspace, now, true);
        capture.write(actions);
        return new CaptureManyResult(capture.captured, capture.duplicates, capture.references, CAPTURED);
    }

    private static List<Action> readAll(List<Map<String, Object>> maps, ZonedDateTime now) {
        List<Action> actions = new ArrayList<>(maps.size());
        for (int i = 0; i < maps.size(); i++) {
            actions.add(ActionReader.read(maps.get(i), "actions[" + i + "].", now));
        }
        return actions;
    }

    /** Locks sessions in order of session_id, so that two batches cannot deadlock. */
    private void write(List<Action> actions) {
        Map<String, List<Action>> bySession = new TreeMap<>();
        actions.forEach(action -> bySession
                .computeIfAbsent(action.sessionId(), id -> new ArrayList<>())
                .add(action));
        bySession.values().forEach(list -> list.sort(Comparator.comparing(Action::chainKey)));
        Map<String, LockedNode> locked = new HashMap<>();
        bySession.forEach(
                (id, list) -> locked.put(id, sessions.lock(id, list.getFirst().startedAt())));
        Set<String> seen = new HashSet<>();
        bySession.forEach((id, list) -> writeSession(locked.get(id), unknown(list, seen)));
    }

    /** Filters out actions captured before, and counts them. */
    private List<Action> unknown(List<Action> actions, Set<String> seen) {
        List<Action> unknown = actions.stream()
                .filter(action -> seen.add(action.id()) && !(looksFirst && exists(action)))
                .toList();
        duplicates += actions.size() - unknown.size();
        return unknown;
    }

    private boolean exists(Action action) {
        return Lookup.byId(tx, workspace.id(), action.id())
                .map(node -> {
                    if (!node.hasLabel(Labels.ACTION)) {
                        throw ErrorCode.INVALID_INPUT.with("field", "id", "reason", "belongs to another node");
                    }
                    return true;
                })
                .orElse(false);
    }

    private void writeSession(LockedNode session, List<Action> actions) {
        if (actions.isEmpty()) {
            return;
        }
        String sessionId = actions.getFirst().sessionId();
        Chain chain = new Chain(tx, new SessionChain(tx, session.node(), workspace.id(), sessionId), session);
        long before = captured;
        for (Action action : actions) {
            chain.link(action.chainKey(), () -> writeNode(action));
        }
        if (captured > before) {
            chain.close();
            widen(session.node(), actions);
        }
    }

    /** Empty for an action that was captured before. */
    private Optional<Node> writeNode(Action action) {
        Optional<Node> written = ActionNodeWriter.create(tx, workspace.id(), action, now);
        if (written.isPresent()) {
            Node node = written.get();
            captured++;
            references += targets.reference(action, node);
            injected += targets.inject(action, node);
        } else {
            duplicates++;
            exists(action); // Throws when the id is that of another node.
        }
        return written;
    }

    private static void widen(Node session, List<Action> actions) {
        Action first = actions.getFirst();
        ZonedDateTime end = actions.stream()
                .map(Action::endedAt)
                .max(Comparator.naturalOrder())
                .orElseThrow();
        PendingRange.widen(session, first.startedAt(), end);
        NodeTimes.lower(session, "started_at", first.startedAt());
        PendingRange.learn(session);
        if (first.agentId() != null && !session.hasProperty("agent_id")) {
            session.setProperty("agent_id", first.agentId());
        }
    }

    /** Writes action nodes. */
    static final class ActionNodeWriter {
        private ActionNodeWriter() {}

        /** Empty when there is a node with this id. */
        static Optional<Node> create(Transaction tx, String workspaceId, Action action, ZonedDateTime now) {
            Node node = tx.createNode();
            node.setProperty(Keys.WORKSPACE_ID, workspaceId);
            node.setProperty(Keys.ID, action.id());
            node.setProperty(Keys.CREATED_AT, now);
            node.setProperty("session_id", action.sessionId());
            node.setProperty("action_type", action.actionType());
            node.setProperty("outcome", action.outcome());
            node.setProperty("started_at", action.startedAt());
            node.setProperty("ended_at", action.endedAt());
            node.setProperty("target_node_ids", action.targetNodeIds().toArray(String[]::new));
            setIfKnown(node, "agent_id", action.agentId());
            setIfKnown(node, "target_node_type", action.targetNodeType());
            setIfKnown(node, "error_code", action.errorCode());
            setIfKnown(node, "latency_ms", action.latencyMs());
            setIfKnown(node, "seq", action.seq());
            action.further().forEach(node::setProperty);
            // Labels come last: each property set on a labelled node updates all its indexes.
            node.addLabel(Labels.ACTION);
            try {
                node.addLabel(Labels.MEM);
                return Optional.of(node);
            } catch (ConstraintViolationException e) {
                node.delete();
                return Optional.empty();
            }
        }

        private static void setIfKnown(Node node, String key, Object value) {
            if (value != null) {
                node.setProperty(key, value);
            }
        }
    }

    /**
     * Links actions to their target entities and to the patterns shown before them; each is looked up once per call.
     */
    static final class ActionEdges {
        private final Transaction tx;
        private final String workspaceId;
        private final Map<String, Optional<Node>> entities = new HashMap<>();
        private final Map<String, Optional<Node>> patterns = new HashMap<>();

        ActionEdges(Transaction tx, String workspaceId) {
            this.tx = tx;
            this.workspaceId = workspaceId;
        }

        /** References the existing targets; returns their number. */
        long reference(Action action, Node node) {
            List<Node> found = find(action.targetNodeIds(), entities, id -> Lookup.entity(tx, workspaceId, id));
            found.forEach(entity -> node.createRelationshipTo(entity, Relations.REFERENCES));
            return found.size();
        }

        /** Links the patterns and candidates shown before the action; returns their number. */
        long inject(Action action, Node node) {
            List<Node> found = find(action.injectedPatterns(), patterns, this::pattern);
            found.forEach(pattern -> pattern.createRelationshipTo(node, Relations.INJECTED));
            return found.size();
        }

        private Optional<Node> pattern(String id) {
            return Lookup.byId(tx, workspaceId, id)
                    .filter(node -> node.hasLabel(Labels.PATTERN) || node.hasLabel(Labels.PATTERN_KEY));
        }

        private static List<Node> find(
                List<String> ids, Map<String, Optional<Node>> known, Function<String, Optional<Node>> look) {
            // In one order for all, so that two captures cannot deadlock.
            return ids.stream()
                    .sorted()
                    .flatMap(id -> known.computeIfAbsent(id, look).stream())
                    .toList();
        }
    }
}
