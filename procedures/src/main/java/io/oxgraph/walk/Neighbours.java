package io.oxgraph.walk;

import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.model.NeighbourResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.neo4j.graphdb.Direction;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.RelationshipType;
import org.neo4j.graphdb.Transaction;

/** What is next to a node: of each kind of relationship the latest few, so that a million of one hide no other. */
public final class Neighbours {
    private static final String OURS = "_mem:";
    private static final String DOMAIN = "*";

    private final Transaction tx;
    private final String workspaceId;
    private final Shown shown;

    public Neighbours(Transaction tx, String workspaceId, Set<String> kinds) {
        this.tx = tx;
        this.workspaceId = workspaceId;
        this.shown = new Shown(workspaceId, kinds);
    }

    /**
     * Up to so many, taking turns among the groups.
     *
     * @param after of groups the number of the relationship that was listed last
     */
    public Stream<NeighbourResult> of(String id, Map<String, Object> after, long limit) {
        return Lookup.byId(tx, workspaceId, id).stream().flatMap(node -> listed(node, after, limit));
    }

    private Stream<NeighbourResult> listed(Node node, Map<String, Object> after, long limit) {
        List<Turn> turns = new ArrayList<>();
        for (Group group : groups(node)) {
            long before = after.get(group.name()) instanceof Long number ? number : Long.MAX_VALUE;
            turns.addAll(turns(node, group, before, limit));
        }
        turns.sort(Comparator.comparingLong(Turn::round).thenComparing(Turn::group));
        return turns.stream().limit(limit).map(turn -> row(node, turn));
    }

    private List<Turn> turns(Node node, Group group, long before, long limit) {
        List<Turn> turns = new ArrayList<>();
        for (Relationship relationship : group.before(node, before)) {
            if (turns.size() < limit && shown.shows(relationship.getOtherNode(node))) {
                turns.add(new Turn(turns.size(), group.name(), relationship));
            }
        }
        return turns;
    }

    /** By their names. Relationships of the domain are shown between entities. */
    private static List<Group> groups(Node node) {
        Map<String, Group> groups = new TreeMap<>();
        boolean isEntity = node.hasLabel(Labels.ENTITY);
        for (RelationshipType type : node.getRelationshipTypes()) {
            boolean ours = type.name().startsWith(OURS);
            if (ours || isEntity) {
                for (Direction direction : List.of(Direction.OUTGOING, Direction.INCOMING)) {
                    String name = (ours ? type.name() : DOMAIN) + (direction == Direction.OUTGOING ? ">" : "<");
                    groups.computeIfAbsent(name, key -> new Group(key, direction, new ArrayList<>()))
                            .types()
                            .add(type);
                }
            }
        }
        return List.copyOf(groups.values());
    }

    private static NeighbourResult row(Node node, Turn turn) {
        Relationship relationship = turn.relationship();
        return new NeighbourResult(
                turn.group(),
                Group.number(relationship),
                relationship.getElementId(),
                relationship.getType().name(),
                relationship.getStartNode().equals(node),
                relationship.getOtherNode(node));
    }

    /** A relationship, and in which round it is its group's turn. */
    private record Turn(long round, String group, Relationship relationship) {}
}
