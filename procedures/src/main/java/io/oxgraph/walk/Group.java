package io.oxgraph.walk;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.neo4j.graphdb.Direction;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.RelationshipType;

/**
 * The relationships of a node that are listed together: those of one type of ours in one direction, or all of the
 * domain in one direction.
 *
 * @param name the type and the direction
 */
record Group(String name, Direction direction, List<RelationshipType> types) {
    /** So many relationships are looked at; of a node with more of a kind, search finds the others. */
    static final int EXAMINED = 100_000;

    /** A relationship's number: what was made later has, as a rule, a greater one. */
    static long number(Relationship relationship) {
        String id = relationship.getElementId();
        return Long.parseLong(id.substring(id.lastIndexOf(':') + 1));
    }

    /** Those before a number, the greatest first. */
    List<Relationship> before(Node node, long number) {
        List<Relationship> found = new ArrayList<>();
        int examined = 0;
        for (RelationshipType type : types) {
            try (var relationships = node.getRelationships(direction, type)) {
                for (Relationship relationship : relationships) {
                    if (++examined > EXAMINED) {
                        break;
                    }
                    if (number(relationship) < number && !isRepeated(relationship)) {
                        found.add(relationship);
                    }
                }
            }
        }
        found.sort(Comparator.comparingLong(Group::number).reversed());
        return found;
    }

    /** One that leads from a node to itself is listed with those that go out. */
    private boolean isRepeated(Relationship relationship) {
        return direction == Direction.INCOMING && relationship.getStartNode().equals(relationship.getEndNode());
    }
}
