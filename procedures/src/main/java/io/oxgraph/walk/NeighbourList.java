package io.oxgraph.walk;

import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.graph.Relations;
import io.oxgraph.model.WalkResults.NeighbourResult;
import io.oxgraph.walk.GraphWalk.VisibleNodes;
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

/**
 * Lists the neighbours of a node: the latest of each group of relationships in turn (round robin), so that a large
 * group hides no other.
 */
public final class NeighbourList {
    private static final String DOMAIN = "*";

    private final Transaction tx;
    private final String workspaceId;
    private final VisibleNodes shown;

    public NeighbourList(Transaction tx, String workspaceId, Set<String> kinds) {
        this.tx = tx;
        this.workspaceId = workspaceId;
        this.shown = new VisibleNodes(workspaceId, kinds);
    }

    /**
     * Returns at most {@code limit} neighbours, round robin over the groups.
     *
     * @param after the last listed relationship number of each group
     */
    public Stream<NeighbourResult> of(String id, Map<String, Object> after, long limit) {
        return Lookup.byId(tx, workspaceId, id).stream().flatMap(node -> listed(node, after, limit));
    }

    private Stream<NeighbourResult> listed(Node node, Map<String, Object> after, long limit) {
        List<Turn> turns = new ArrayList<>();
        for (RelationshipGroup group : groups(node)) {
            long before = after.get(group.name()) instanceof Long number ? number : Long.MAX_VALUE;
            turns.addAll(turns(node, group, before, limit));
        }
        turns.sort(Comparator.comparingLong(Turn::round).thenComparing(Turn::group));
        return turns.stream().limit(limit).map(turn -> row(node, turn));
    }

    private List<Turn> turns(Node node, RelationshipGroup group, long before, long limit) {
        List<Turn> turns = new ArrayList<>();
        for (Relationship relationship : group.before(node, before)) {
            if (turns.size() < limit && shown.shows(relationship.getOtherNode(node))) {
                turns.add(new Turn(turns.size(), group.name(), relationship));
            }
        }
        return turns;
    }

    /** Groups by name. Domain relationships are listed between entities only. */
    private static List<RelationshipGroup> groups(Node node) {
        Map<String, RelationshipGroup> groups = new TreeMap<>();
        boolean isEntity = node.hasLabel(Labels.ENTITY);
        for (RelationshipType type : node.getRelationshipTypes()) {
            boolean isMemory = Relations.isOfMemory(type.name());
            if (isMemory || isEntity) {
                for (Direction direction : List.of(Direction.OUTGOING, Direction.INCOMING)) {
                    String name = (isMemory ? type.name() : DOMAIN) + (direction == Direction.OUTGOING ? ">" : "<");
                    groups.computeIfAbsent(name, key -> new RelationshipGroup(key, direction, new ArrayList<>()))
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
                RelationshipGroup.number(relationship),
                relationship.getElementId(),
                relationship.getType().name(),
                relationship.getStartNode().equals(node),
                relationship.getOtherNode(node));
    }

    /** A relationship and its round. */
    private record Turn(long round, String group, Relationship relationship) {}

    /**
     * Relationships of a node that are listed together: one memory type in one direction, or all domain types in one
     * direction.
     *
     * @param name type and direction
     */
    record RelationshipGroup(String name, Direction direction, List<RelationshipType> types) {
        /** Maximum number of relationships examined. */
        static final int MAX_EXAMINED = 100_000;

        /** A relationship's number; later ones usually have greater numbers. */
        static long number(Relationship relationship) {
            String id = relationship.getElementId();
            return Long.parseLong(id.substring(id.lastIndexOf(':') + 1));
        }

        /** The relationships below a number, greatest first. */
        List<Relationship> before(Node node, long number) {
            List<Relationship> found = new ArrayList<>();
            int examined = 0;
            for (RelationshipType type : types) {
                try (var relationships = node.getRelationships(direction, type)) {
                    for (Relationship relationship : relationships) {
                        if (++examined > MAX_EXAMINED) {
                            break;
                        }
                        if (number(relationship) < number && !isRepeated(relationship)) {
                            found.add(relationship);
                        }
                    }
                }
            }
            found.sort(Comparator.comparingLong(RelationshipGroup::number).reversed());
            return found;
        }

        /** A self-loop is listed with outgoing relationships only. */
        private boolean isRepeated(Relationship relationship) {
            return direction == Direction.INCOMING
                    && relationship.getStartNode().equals(relationship.getEndNode());
        }
    }
}
