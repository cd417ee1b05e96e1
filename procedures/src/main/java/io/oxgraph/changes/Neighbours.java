package io.oxgraph.changes;

import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Relations;
import io.oxgraph.model.ChainKey;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.graphdb.Direction;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.RelationshipType;
import org.neo4j.graphdb.ResourceIterable;

/**
 * What a node's relationships say of it; null where there are none. A node that somebody wrote by hand, without what
 * such a node has, may not stop the feed: it comes last, or is passed over where it has no id.
 */
final class Neighbours {
    private static final String STARTED_AT = "started_at";
    private static final String SEQ = "seq";
    private static final ZonedDateTime LAST = LocalDateTime.MAX.atZone(ZoneOffset.UTC);

    private Neighbours() {}

    /** The patterns that an action was shown, by id; not what was no pattern yet. */
    static String[] injected(Node action) {
        List<Node> shown = others(action, Direction.INCOMING, Relations.INJECTED);
        return ids(shown.stream().filter(node -> node.hasLabel(Labels.PATTERN)).toList());
    }

    /** The memory that took the place of this one; of several the first by id. */
    static String successor(Node memory) {
        String[] ids = ids(others(memory, Direction.OUTGOING, Relations.SUPERSEDED_BY));
        return ids == null ? null : ids[0];
    }

    /** The actions of a sequence, in the order of its chain. */
    static String[] contained(Node sequence) {
        List<Node> actions = others(sequence, Direction.OUTGOING, Relations.CONTAINS);
        String[] ids = actions.stream()
                .flatMap(Neighbours::place)
                .sorted()
                .map(ChainKey::id)
                .toArray(String[]::new);
        return ids.length == 0 ? null : ids;
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
        String[] ids = nodes.stream()
                .map(node -> node.getProperty(Keys.ID, null))
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .sorted()
                .toArray(String[]::new);
        return ids.length == 0 ? null : ids;
    }

    /** Empty without an id. */
    private static Stream<ChainKey> place(Node action) {
        Map<String, Object> found = action.getProperties(STARTED_AT, SEQ, Keys.ID);
        ZonedDateTime startedAt = found.get(STARTED_AT) instanceof ZonedDateTime time ? time : LAST;
        Long seq = found.get(SEQ) instanceof Long number ? number : null;
        return found.get(Keys.ID) instanceof String id ? Stream.of(new ChainKey(startedAt, seq, id)) : Stream.empty();
    }
}
