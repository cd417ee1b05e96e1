package io.oxgraph.semantic;

import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Relations;
import io.oxgraph.graph.Workspace;
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

/** Memories that got another subject, because two entities were made one, or two of one again. */
public final class Moved {
    private final Call call;

    private Moved(Call call) {
        this.call = call;
    }

    /** Decides, in the order of time, between those that came and those that are there. */
    public static void merged(Transaction tx, Workspace workspace, List<Node> moved, ZonedDateTime now) {
        Moved all = new Moved(new Call(tx, workspace, now));
        all.settle(all.memories(moved));
    }

    /** The same after they went back; what rules decided between the two subjects is undone. */
    public static void split(Transaction tx, Workspace workspace, List<Node> moved, ZonedDateTime now) {
        Moved all = new Moved(new Call(tx, workspace, now));
        Set<Memory> concerned = all.memories(moved);
        List<Memory> restored = new ArrayList<>();
        for (Memory memory : List.copyOf(concerned)) {
            all.call.journal.reweigh(memory);
            all.pairs(memory).stream().filter(all::isUndone).forEach(pair -> restored.add(all.restore(pair)));
        }
        concerned.addAll(restored);
        all.settle(concerned);
    }

    private record Pair(Memory older, Memory newer) {}

    private Set<Memory> memories(List<Node> nodes) {
        Set<Memory> memories = new LinkedHashSet<>();
        nodes.forEach(node -> memories.add(call.picture.of(node)));
        return memories;
    }

    private void settle(Set<Memory> memories) {
        memories.stream().sorted(Memory.BY_TIME).forEach(call::settle);
        call.conflicts.weigh();
        call.writer().write();
    }

    private List<Pair> pairs(Memory memory) {
        List<Pair> pairs = new ArrayList<>();
        memory.links().later().forEach(newer -> pairs.add(new Pair(memory, newer)));
        Node node = call.picture.stored(memory).node();
        for (Relationship edge : node.getRelationships(Direction.INCOMING, Relations.SUPERSEDED_BY)) {
            pairs.add(new Pair(call.picture.of(edge.getStartNode()), memory));
        }
        return pairs;
    }

    /** Rules only compare memories of one subject; a person's word holds across subjects. */
    private boolean isUndone(Pair pair) {
        return pair.older().isHistory()
                && pair.older().links().later().equals(Set.of(pair.newer()))
                && !pair.older().claim().sameMatter(pair.newer().claim())
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
        call.journal.notSupersededBy(older, pair.newer());
        older.end(older.statedValidTo, call.now);
        call.journal.turn(
                older,
                Status.ACTIVE,
                Rule.RESTORED,
                Map.of("other", pair.newer().id()));
        return older;
    }
}
