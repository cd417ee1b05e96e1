package io.oxgraph.changes;

import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Relations;
import io.oxgraph.model.ChainKey;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.neo4j.graphdb.Direction;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.RelationshipType;
import org.neo4j.graphdb.ResourceIterable;

/** What a node's relationships say of it; null where there are none. */
final class Neighbours {
    private static final String STARTED_AT = "started_at";
    private static final String SEQ = "seq";

    private Neighbours() {}

    /** The patterns that an action was shown, by id. */
    static String[] injected(Node action) {
        return ids(others(action, Direction.INCOMING, Relations.INJECTED));
    }

    /** The memory that took the place of this one; of several the first by id. */
    static String successor(Node memory) {
        String[] ids = ids(others(memory, Direction.OUTGOING, Relations.SUPERSEDED_BY));
        return ids == null ? null : ids[0];
    }

    /** The actions of a sequence, in the order of its chain. */
    static String[] contained(Node sequence) {
        List<Node> actions = others(sequence, Direction.OUTGOING, Relations.CONTAINS);
        return actions.isEmpty()
                ? null
                : actions.stream()
                        .map(Neighbours::place)
                        .sorted()
                        .map(ChainKey::id)
                        .toArray(String[]::new);
    }

    private static List<Node> others(Node node, Direction direction, RelationshipType type) {
        List<Node> others = null;
        try (ResourceIterable<Relationship> found = node.getRelationships(direction, type)) {
            for (Relationship relationship : found) {
                others = others == null ? new ArrayList<>() : others;
                others.add(relationship.getOtherNode(node));
            }
        }
        return others == null ? Collections.emptyList() : others;
    }

    private static String[] ids(List<Node> nodes) {
        return nodes.isEmpty()
                ? null
                : nodes.stream()
                        .map(node -> (String) node.getProperty(Keys.ID))
                        .sorted()
                        .toArray(String[]::new);
    }

    private static ChainKey place(Node action) {
        Map<String, Object> found = action.getProperties(STARTED_AT, SEQ, Keys.ID);
        return new ChainKey((ZonedDateTime) found.get(STARTED_AT), (Long) found.get(SEQ), (String) found.get(Keys.ID));
    }
}
