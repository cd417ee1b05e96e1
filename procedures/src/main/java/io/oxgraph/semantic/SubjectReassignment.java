package io.oxgraph.semantic;

import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Relations;
import io.oxgraph.graph.Workspace;
import io.oxgraph.semantic.ChangeSet.TransitionRule;
import io.oxgraph.semantic.Memory.Status;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.neo4j.graphdb.Direction;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.ResourceIterator;
import org.neo4j.graphdb.Transaction;

/** Resolves conflicts after memories got another subject by a merge or split of entities. */
public final class SubjectReassignment {
    private final CallContext call;

    private SubjectReassignment(CallContext call) {
        this.call = call;
    }

    /** After a merge: resolves conflicts in order of valid time. */
    public static void merged(Transaction tx, Workspace workspace, List<Node> moved, ZonedDateTime now) {
        SubjectReassignment all = new SubjectReassignment(new CallContext(tx, workspace, now));
        all.resolveConflicts(all.memories(moved));
    }

    /** After a split: undoes what the rules decided across the two subjects, then resolves conflicts. */
    public static void split(Transaction tx, Workspace workspace, List<Node> moved, ZonedDateTime now) {
        SubjectReassignment all = new SubjectReassignment(new CallContext(tx, workspace, now));
        Set<Memory> concerned = all.memories(moved);
        List<Memory> restored = new ArrayList<>();
        for (Memory memory : List.copyOf(concerned)) {
            all.call.changes.reweigh(memory);
            all.pairs(memory).stream().filter(all::isUndone).forEach(pair -> restored.add(all.restore(pair)));
        }
        concerned.addAll(restored);
        all.resolveConflicts(concerned);
    }

    private record Pair(Memory older, Memory newer) {}

    private Set<Memory> memories(List<Node> nodes) {
        Set<Memory> memories = new LinkedHashSet<>();
        nodes.forEach(node -> memories.add(call.identityMap.of(node)));
        return memories;
    }

    private void resolveConflicts(Set<Memory> memories) {
        memories.stream().sorted(Memory.BY_TIME).forEach(call::resolveConflicts);
        call.conflicts.weigh();
        call.writer().write();
    }

    private List<Pair> pairs(Memory memory) {
        List<Pair> pairs = new ArrayList<>();
        memory.links().later().forEach(newer -> pairs.add(new Pair(memory, newer)));
        Node node = call.identityMap.stored(memory).node();
        for (Relationship edge : node.getRelationships(Direction.INCOMING, Relations.SUPERSEDED_BY)) {
            pairs.add(new Pair(call.identityMap.of(edge.getStartNode()), memory));
        }
        return pairs;
    }

    /** Whether a supersession is undone: rules apply within one subject only; an explicit replacement stays. */
    private boolean isUndone(Pair pair) {
        return pair.older().isHistory()
                && pair.older().links().later().equals(Set.of(pair.newer()))
                && !pair.older().assertion().sameMatter(pair.newer().assertion())
                && !wasExplicit(pair);
    }

    private boolean wasExplicit(Pair pair) {
        String other = "\"other\":\"" + pair.newer().id() + "\"";
        try (ResourceIterator<Node> transitions = call.tx.findNodes(
                Labels.TRANSITION,
                Keys.WORKSPACE_ID,
                call.workspace.id(),
                "subject_id",
                pair.older().id())) {
            return transitions.stream()
                    .map(node -> String.valueOf(node.getProperty("inputs", "")))
                    .anyMatch(inputs -> inputs.contains(other) && inputs.contains("\"explicit\":true"));
        }
    }

    private Memory restore(Pair pair) {
        Memory older = pair.older();
        call.changes.notSupersededBy(older, pair.newer());
        older.end(older.statedValidTo, call.now);
        call.changes.turn(
                older,
                Status.ACTIVE,
                TransitionRule.RESTORED,
                Map.of("other", pair.newer().id()));
        return older;
    }
}
