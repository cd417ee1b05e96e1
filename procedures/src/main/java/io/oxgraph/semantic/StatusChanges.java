package io.oxgraph.semantic;

import io.oxgraph.error.ErrorCode;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.graph.Relations;
import io.oxgraph.graph.Workspace;
import io.oxgraph.model.MemoryResults.MemoryResult;
import io.oxgraph.semantic.ChangeSet.TransitionRule;
import io.oxgraph.semantic.Conflicts.ExplicitReplacement;
import io.oxgraph.semantic.IdentityMap.MemoryNodes;
import io.oxgraph.semantic.Memory.Status;
import io.oxgraph.time.Decay;
import io.oxgraph.time.HalfLives;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.neo4j.graphdb.Direction;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.Transaction;

/** Operations on existing memories: touch, forget, revive, review. */
public final class StatusChanges {
    private static final int MAX_IDS = 10_000;
    private static final String UNCHANGED = "unchanged";

    private final CallContext call;

    private StatusChanges(CallContext call) {
        this.call = call;
    }

    /** Records accesses; an expired memory that becomes fresh again is revived. */
    public static List<MemoryResult> touch(Transaction tx, String workspaceId, List<String> ids, ZonedDateTime now) {
        StatusChanges changes = open(tx, workspaceId, ids, now);
        changes.lockForReading(ids);
        return changes.each(ids, changes::touch);
    }

    /** Forgets memories; with {@code restore}, memories superseded by them alone become active again. */
    public static List<MemoryResult> forget(
            Transaction tx, String workspaceId, List<String> ids, boolean restore, ZonedDateTime now) {
        StatusChanges changes = open(tx, workspaceId, ids, now);
        changes.lock(ids);
        return changes.each(ids, memory -> changes.forget(memory, restore));
    }

    /** Revives expired or forgotten memories. */
    public static List<MemoryResult> revive(Transaction tx, String workspaceId, List<String> ids, ZonedDateTime now) {
        StatusChanges changes = open(tx, workspaceId, ids, now);
        changes.lock(ids);
        return changes.each(ids, changes::revive);
    }

    /** Supersedes the active memories whose successor, which was to begin later, has begun; by a pass run. */
    public static List<MemoryResult> succeed(
            Transaction tx, String workspaceId, List<String> ids, ZonedDateTime now, String runId) {
        StatusChanges changes = open(tx, workspaceId, ids, now);
        changes.lock(ids);
        changes.call.changes.by(runId);
        return changes.each(ids, changes::succeed);
    }

    /** A person's decision: {@code keep} stays, the others were wrong. */
    public static List<MemoryResult> review(
            Transaction tx, String workspaceId, String keep, List<String> others, ZonedDateTime now) {
        StatusChanges changes = open(tx, workspaceId, others, now);
        if (others.contains(keep)) {
            throw ErrorCode.INVALID_INPUT.with("field", "others", "reason", "must not name the one to keep");
        }
        List<String> ids = Stream.concat(Stream.of(keep), others.stream()).toList();
        changes.lock(ids);
        Memory kept = changes.kept(keep);
        return changes.each(ids, memory -> changes.review(memory, kept));
    }

    private static StatusChanges open(Transaction tx, String workspaceId, List<String> ids, ZonedDateTime now) {
        if (ids.size() > MAX_IDS || ids.contains(null)) {
            String reason = ids.size() > MAX_IDS ? "has more than " + MAX_IDS + " entries" : "must not hold null";
            throw ErrorCode.INVALID_INPUT.with("field", "ids", "reason", reason);
        }
        return new StatusChanges(new CallContext(tx, Workspace.hold(tx, workspaceId), now));
    }

    /** Locks the subjects of the memories and of those that may be restored. */
    private void lock(List<String> ids) {
        Set<String> subjects = new LinkedHashSet<>();
        for (String id : ids) {
            node(id).ifPresent(node -> {
                subjects.add(subjectOf(node));
                for (Relationship edge : node.getRelationships(Direction.INCOMING, Relations.SUPERSEDED_BY)) {
                    subjects.add(subjectOf(edge.getStartNode()));
                }
            });
        }
        lockSubjects(subjects);
    }

    /** Touching locks the subject only when it may change a status. */
    private void lockForReading(List<String> ids) {
        List<Node> nodes = ids.stream().flatMap(id -> node(id).stream()).toList();
        Set<String> subjects = new LinkedHashSet<>();
        nodes.stream()
                .filter(node -> Status.EXPIRED.text().equals(node.getProperty(MemoryNodes.STATUS, null)))
                .forEach(node -> subjects.add(subjectOf(node)));
        lockSubjects(subjects);
        SubjectLocks memories = call.locks();
        nodes.forEach(memories::add);
        memories.take();
    }

    private void lockSubjects(Set<String> subjects) {
        SubjectLocks locks = call.locks();
        subjects.forEach(locks::subject);
        locks.take();
    }

    private Optional<Node> node(String id) {
        return Lookup.byId(call.tx, Labels.MEMORY, call.workspace.id(), id);
    }

    private static String subjectOf(Node memory) {
        return (String) memory.getProperty(MemoryNodes.SUBJECT_ID, "");
    }

    /** Applies an action to each memory in order, one row each, then writes everything. */
    private List<MemoryResult> each(List<String> ids, Function<Memory, String> action) {
        List<MemoryResult> rows = new ArrayList<>(ids.size());
        for (String id : ids) {
            rows.add(call.identityMap
                    .find(id)
                    .map(memory -> one(memory, action))
                    .orElseGet(() -> MemoryResult.notFound(id)));
        }
        call.conflicts.weigh();
        call.writer().write();
        return rows;
    }

    private static MemoryResult one(Memory memory, Function<Memory, String> action) {
        Status before = memory.status;
        String outcome = action.apply(memory);
        return new MemoryResult(memory.id(), outcome, before.text(), memory.status.text());
    }

    private String touch(Memory memory) {
        if (memory.status == Status.FORGOTTEN) {
            return UNCHANGED;
        }
        memory.accessCount++;
        memory.accessed(call.now);
        call.changes.change(memory);
        double freshness = freshness(memory);
        if (memory.status != Status.EXPIRED || freshness < call.settings.expireFreshness()) {
            return "touched";
        }
        call.changes.turn(memory, Status.ACTIVE, TransitionRule.REVIVED, Map.of("by", "touch", "freshness", freshness));
        call.standAgain(memory);
        return "revived";
    }

    private String succeed(Memory memory) {
        if (!memory.isActive() || memory.supersededFrom == null || memory.supersededFrom.isAfter(call.now)) {
            return UNCHANGED;
        }
        Map<String, Object> inputs = new LinkedHashMap<>();
        memory.links().later().stream().min(Memory.BY_TIME).ifPresent(newer -> inputs.put("other", newer.id()));
        inputs.put("valid_to", memory.validTo());
        call.changes.turn(memory, Status.SUPERSEDED, TransitionRule.SUPERSEDED, inputs);
        return Status.SUPERSEDED.text();
    }

    private double freshness(Memory memory) {
        double halfLife =
                call.settings.halfLives().getOrDefault(memory.assertion().type(), HalfLives.OF_UNKNOWN_TYPE);
        return Decay.freshness(memory.lastAccessedAt, halfLife, memory.accessCount, call.now);
    }

    private String forget(Memory memory, boolean restore) {
        if (memory.status == Status.FORGOTTEN) {
            return UNCHANGED;
        }
        call.changes.turn(memory, Status.FORGOTTEN, TransitionRule.FORGOTTEN, Map.of());
        if (restore) {
            List<Memory> restored = supersededBy(memory)
                    .filter(old -> (old.status == Status.SUPERSEDED || old.isActive())
                            && old.links().later().equals(Set.of(memory)))
                    .distinct()
                    .sorted(Memory.BY_TIME)
                    .toList();
            restored.forEach(old -> restore(old, memory));
            restored.forEach(call::standAgain);
        }
        return Status.FORGOTTEN.text();
    }

    /** The memories superseded by this one, stored or in this call. */
    private Stream<Memory> supersededBy(Memory memory) {
        IdentityMap.Stored stored = call.identityMap.stored(memory);
        List<Memory> found = new ArrayList<>();
        for (Relationship edge : stored.node().getRelationships(Direction.INCOMING, Relations.SUPERSEDED_BY)) {
            found.add(call.identityMap.of(edge.getStartNode()));
        }
        call.changes.added().stream()
                .filter(edge -> edge.kind() == ChangeSet.Kind.SUPERSEDED_BY && edge.to() == memory)
                .forEach(edge -> found.add(edge.from()));
        return found.stream();
    }

    private void restore(Memory old, Memory forgotten) {
        call.changes.notSupersededBy(old, forgotten);
        old.retiredAt = null;
        old.end(old.statedValidTo, call.now);
        call.changes.turn(old, Status.ACTIVE, TransitionRule.RESTORED, Map.of("other", forgotten.id()));
    }

    private String revive(Memory memory) {
        if (memory.status != Status.EXPIRED && memory.status != Status.FORGOTTEN) {
            return UNCHANGED;
        }
        // What was found wrong stays so, also where what replaced it has been deleted since.
        boolean wasSuperseded = memory.status == Status.FORGOTTEN
                && (memory.retiredAt != null
                        || memory.links().later().stream().anyMatch(later -> !later.validFrom.isAfter(call.now)));
        memory.accessed(call.now);
        Status to = wasSuperseded ? Status.SUPERSEDED : Status.ACTIVE;
        call.changes.turn(memory, to, TransitionRule.REVIVED, Map.of("by", "revive"));
        call.standAgain(memory);
        return "revived";
    }

    private Memory kept(String id) {
        Memory kept = call.identityMap.find(id).orElseThrow(() -> ErrorCode.NOT_FOUND.with("kind", "memory", "id", id));
        if (!kept.isActive()) {
            throw ErrorCode.INVALID_INPUT.with(
                    "field", "keep", "reason", "must be active, and is " + kept.status.text());
        }
        return kept;
    }

    private String review(Memory memory, Memory kept) {
        if (memory == kept) {
            return "kept";
        }
        if (memory.status == Status.FORGOTTEN) {
            return UNCHANGED;
        }
        new ExplicitReplacement(call.changes).review(memory, kept);
        return "reviewed";
    }
}
