package io.oxgraph.capture;

import io.oxgraph.error.ErrorCode;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.graph.Workspace;
import io.oxgraph.model.Action;
import io.oxgraph.model.CaptureManyResult;
import io.oxgraph.model.CaptureResult;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;

/** Writes actions: the node, its place in the session, its references, and the work for pass 1. */
public final class Capture {
    /** Why nothing was captured. */
    public static final String MEMORY_DISABLED = "memory_disabled";

    private static final String ALREADY_CAPTURED = "already_captured";
    private static final String CAPTURED = "";

    private final Transaction tx;
    private final Workspace workspace;
    private final ZonedDateTime now;
    private final SessionNodes sessions;
    private final Targets targets;
    private long captured;
    private long duplicates;
    private long references;
    private long injected;

    private Capture(Transaction tx, Workspace workspace, ZonedDateTime now) {
        this.tx = tx;
        this.workspace = workspace;
        this.now = now.withZoneSameInstant(ZoneOffset.UTC);
        this.sessions = new SessionNodes(tx, workspace.id(), this.now);
        this.targets = new Targets(tx, workspace.id());
    }

    /** Writes one action. */
    public static CaptureResult one(Transaction tx, String workspaceId, Map<String, Object> map, ZonedDateTime now) {
        Action action = ActionReader.read(map, "", now);
        Workspace workspace = Workspace.hold(tx, workspaceId);
        if (!workspace.memoryEnabled()) {
            return new CaptureResult(false, action.id(), MEMORY_DISABLED, 0, 0);
        }
        Capture capture = new Capture(tx, workspace, now);
        capture.write(List.of(action));
        boolean isNew = capture.captured == 1;
        String reason = isNew ? CAPTURED : ALREADY_CAPTURED;
        return new CaptureResult(isNew, action.id(), reason, capture.references, capture.injected);
    }

    /** Writes a batch, all or nothing; a message names the offending item by its index. */
    public static CaptureManyResult many(
            Transaction tx, String workspaceId, List<Map<String, Object>> maps, ZonedDateTime now) {
        List<Action> actions = readAll(maps, now);
        Workspace workspace = Workspace.hold(tx, workspaceId);
        if (!workspace.memoryEnabled()) {
            return new CaptureManyResult(0, 0, 0, MEMORY_DISABLED);
        }
        Capture capture = new Capture(tx, workspace, now);
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

    /** Sessions are locked in the order of session_id, so that two batches cannot wait for each other. */
    private void write(List<Action> actions) {
        Map<String, List<Action>> bySession = new TreeMap<>();
        actions.forEach(action -> bySession
                .computeIfAbsent(action.sessionId(), id -> new ArrayList<>())
                .add(action));
        bySession.values().forEach(list -> list.sort(Comparator.comparing(Action::chainKey)));
        Map<String, Node> locked = new HashMap<>();
        bySession.forEach((id, list) ->
                locked.put(id, sessions.lock(id, list.getFirst().startedAt()).node()));
        Set<String> seen = new HashSet<>();
        bySession.forEach((id, list) -> writeSession(locked.get(id), unknown(list, seen)));
    }

    /** Those that were not captured before, counted. */
    private List<Action> unknown(List<Action> actions, Set<String> seen) {
        List<Action> unknown = actions.stream()
                .filter(action -> seen.add(action.id()) && !exists(action))
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

    private void writeSession(Node session, List<Action> actions) {
        if (actions.isEmpty()) {
            return;
        }
        Chain chain = new Chain(tx, session);
        for (Action action : actions) {
            chain.link(action.chainKey(), () -> writeNode(action));
        }
        chain.close();
        widen(session, actions);
    }

    private Node writeNode(Action action) {
        Node node = ActionNodes.create(tx, workspace.id(), action, now);
        captured++;
        references += targets.reference(action, node);
        injected += targets.inject(action, node);
        return node;
    }

    private static void widen(Node session, List<Action> actions) {
        Action first = actions.getFirst();
        ZonedDateTime end = actions.stream()
                .map(Action::endedAt)
                .max(Comparator.naturalOrder())
                .orElseThrow();
        Pending.widen(session, first.startedAt(), end);
        Pending.lower(session, "started_at", first.startedAt());
        if (first.agentId() != null && !session.hasProperty("agent_id")) {
            session.setProperty("agent_id", first.agentId());
        }
    }
}
