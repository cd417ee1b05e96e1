package io.oxgraph.working;

import io.oxgraph.error.ErrorCode;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.graph.Statements;
import io.oxgraph.graph.Workspace;
import io.oxgraph.model.SlotResults.SlotResult;
import io.oxgraph.model.SlotResults.SlotsDeleted;
import io.oxgraph.model.SlotResults.SlotsSwept;
import io.oxgraph.working.PendingHeartbeats.Heartbeat;
import io.oxgraph.working.PendingHeartbeats.Heartbeat.Version;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.NotFoundException;
import org.neo4j.graphdb.ResourceIterator;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;

/**
 * The working set of a workspace: slots with a time to live that each read extends. A slot expires at its stored time,
 * or later by a heartbeat (a read that is not written yet).
 */
public final class WorkingSet {
    private static final int MAX_NAMES = 1_000;

    private final Transaction tx;
    private final PendingHeartbeats heartbeats;
    private final String workspaceId;
    private final Instant now;

    WorkingSet(Transaction tx, PendingHeartbeats heartbeats, String workspaceId, ZonedDateTime now) {
        this.tx = tx;
        this.heartbeats = heartbeats;
        this.workspaceId = workspaceId;
        this.now = now.toInstant();
    }

    /** Opens the working set in a transaction of this database. */
    public static WorkingSet of(Transaction tx, String database, String workspaceId, ZonedDateTime now) {
        return new WorkingSet(tx, PendingHeartbeats.of(database), workspaceId, now);
    }

    /**
     * Returns the unexpired slots with these names, and extends each by its time to live. Where a user has none of a name,
     * the shared one is returned.
     *
     * @param names null for all
     */
    public List<SlotResult> get(SlotOwner owner, List<String> names) {
        Workspace.load(tx, workspaceId);
        Map<String, SlotResult> found = new LinkedHashMap<>();
        own(owner, names, found);
        if (!owner.isShared()) {
            own(owner.shared(), names, found);
        }
        return List.copyOf(found.values());
    }

    /** Adds the owner's slots to those that were found; one that another hides is not read, so it is not extended. */
    private void own(SlotOwner owner, List<String> names, Map<String, SlotResult> found) {
        // Heartbeats are read before the nodes: one that is no longer pending is in the graph.
        Map<Version, Heartbeat> beats = beats(owner.conversationId());
        for (Node node : names == null ? unexpired(owner, beats) : named(owner, names)) {
            read(node)
                    .filter(slot -> slot.isOf(owner) && !found.containsKey(slot.name()))
                    .ifPresent(slot -> read(slot, beats, found));
        }
    }

    /**
     * Deletes slots, expired ones included.
     *
     * @param names null for all
     */
    public SlotsDeleted delete(SlotOwner owner, List<String> names) {
        Workspace.hold(tx, workspaceId); // Nothing of a deleted slot is left by which the guard knew its workspace.
        Map<Version, Heartbeat> beats = beats(owner.conversationId());
        long deleted = 0;
        for (Node node : names == null ? all(owner) : named(owner, names)) {
            Optional<Slot> slot = locked(node).filter(one -> one.isOf(owner));
            deleted += slot.filter(one -> isUnexpired(one, beats.get(one.version())))
                            .isPresent()
                    ? 1
                    : 0;
            slot.ifPresent(Slot::delete);
        }
        return new SlotsDeleted(deleted);
    }

    /** Deletes at most {@code batch} expired slots of the workspace. */
    public SlotsSwept sweep(long batch) {
        Workspace.hold(tx, workspaceId);
        long swept = 0;
        Map<String, Object> parameters = Map.of("workspace_id", workspaceId, "now", utc(now));
        try (Result result = tx.execute(Statements.get("working/expired"), parameters);
                ResourceIterator<Node> nodes = result.columnAs("n")) {
            while (swept < batch && nodes.hasNext()) {
                swept += sweep(nodes.next()) ? 1 : 0;
            }
        }
        return new SlotsSwept(swept);
    }

    private boolean sweep(Node node) {
        Optional<Slot> expired = locked(node).filter(slot -> !isUnexpired(slot, heartbeats.of(slot.version())));
        expired.ifPresent(Slot::delete);
        return expired.isPresent();
    }

    private Map<Version, Heartbeat> beats(String conversationId) {
        Map<Version, Heartbeat> beats = new HashMap<>();
        heartbeats.of(workspaceId, conversationId).forEach(beat -> beats.put(beat.slot(), beat));
        return beats;
    }

    /** Slots unexpired in the graph or by a heartbeat. */
    private Iterable<Node> unexpired(SlotOwner owner, Map<Version, Heartbeat> beats) {
        Set<Node> nodes = new LinkedHashSet<>(find("working/living", owner));
        Set<String> kept = new HashSet<>();
        beats.values().stream()
                .filter(beat -> beat.until().isAfter(now))
                .forEach(beat -> kept.add(beat.slot().slotId()));
        kept.forEach(id -> byId(id).ifPresent(nodes::add));
        return nodes;
    }

    private List<Node> all(SlotOwner owner) {
        return find("working/all", owner);
    }

    private List<Node> named(SlotOwner owner, List<String> names) {
        if (names.size() > MAX_NAMES) {
            throw ErrorCode.INVALID_INPUT.with("field", "names", "reason", "must be at most " + MAX_NAMES);
        }
        return names.stream()
                .filter(Objects::nonNull)
                .distinct()
                .map(name -> owner.slotId(workspaceId, name))
                .flatMap(id -> byId(id).stream())
                .toList();
    }

    private Optional<Node> byId(String id) {
        return Lookup.byId(tx, Labels.SLOT, workspaceId, id);
    }

    private List<Node> find(String statement, SlotOwner owner) {
        Map<String, Object> parameters = new HashMap<>();
        parameters.put("workspace_id", workspaceId);
        parameters.put("user_id", owner.userId());
        parameters.put("conversation_id", owner.conversationId());
        parameters.put("now", utc(now));
        try (Result result = tx.execute(Statements.get(statement), parameters);
                ResourceIterator<Node> nodes = result.columnAs("n")) {
            return nodes.stream().toList();
        }
    }

    /** Empty when it was deleted concurrently. */
    private static Optional<Slot> read(Node node) {
        try {
            return Optional.of(Slot.of(node));
        } catch (NotFoundException e) {
            return Optional.empty();
        }
    }

    private Optional<Slot> locked(Node node) {
        try {
            tx.acquireWriteLock(node);
            return Optional.of(Slot.withoutValue(node));
        } catch (NotFoundException e) {
            return Optional.empty();
        }
    }

    private boolean isUnexpired(Slot slot, Heartbeat beat) {
        return now.isBefore(slot.until(beat));
    }

    private void read(Slot slot, Map<Version, Heartbeat> beats, Map<String, SlotResult> found) {
        Heartbeat beat = beats.get(slot.version());
        if (isUnexpired(slot, beat)) {
            Instant fresh = now.plusSeconds(slot.ttlSeconds());
            Instant known = slot.until(beat);
            if (fresh.isAfter(known)) {
                heartbeats.add(new Heartbeat(slot.version(), fresh));
            }
            ZonedDateTime until = utc(fresh.isAfter(known) ? fresh : known);
            found.put(slot.name(), new SlotResult(slot.name(), slot.value(), until));
        }
    }

    private static ZonedDateTime utc(Instant time) {
        return time.atZone(ZoneOffset.UTC);
    }
}
