package io.oxgraph.entity;

import io.oxgraph.entity.Aliases.AliasNodes;
import io.oxgraph.entity.EntityCandidate.EntityNodes;
import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Relations;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.neo4j.graphdb.Direction;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.ResourceIterator;
import org.neo4j.graphdb.Transaction;

/**
 * EdgeMoves the incoming memory edges of an entity to another one, reversibly.
 *
 * <p>A moved edge lists in {@code moved_from} the entities that it was moved from, in order. A split moves back the
 * edges that passed through the entity.
 */
final class EdgeMoves {
    private static final String MOVED_FROM = "moved_from";
    private static final String PATTERN_KEY = "key";
    private static final Set<String> STAYING = Set.of(Relations.MERGED_INTO.name(), Relations.STANDS_FOR.name());

    private final Transaction tx;
    private final Node from;
    private final Node to;
    private final String fromId;
    private final String toId;
    private final List<Node> subjects = new ArrayList<>();
    private final List<String> dropped = new ArrayList<>();
    private long aliases;
    private long memories;
    private long references;

    EdgeMoves(Transaction tx, Node from, Node to) {
        this.tx = tx;
        this.from = from;
        this.to = to;
        this.fromId = (String) from.getProperty(Keys.ID);
        this.toId = (String) to.getProperty(Keys.ID);
    }

    /** Moves all incoming memory edges. */
    void all() {
        incoming().forEach(edge -> move(edge, appended(edge)));
    }

    /** Moves back the edges that were moved away from {@code to}. */
    void back() {
        for (Relationship edge : incoming()) {
            int place = movedFrom(edge).indexOf(toId);
            if (place >= 0) {
                move(edge, movedFrom(edge).subList(0, place));
            }
        }
    }

    long aliases() {
        return aliases;
    }

    long memories() {
        return memories;
    }

    long references() {
        return references;
    }

    /** Memories whose subject changed. */
    List<Node> subjects() {
        return subjects;
    }

    /** Patterns that referenced both entities; their dropped edge is restored by a split. */
    List<String> dropped() {
        return dropped;
    }

    private List<Relationship> incoming() {
        try (var edges = from.getRelationships(Direction.INCOMING).stream()) {
            return edges.filter(edge -> Relations.isOfMemory(edge.getType().name())
                            && !STAYING.contains(edge.getType().name()))
                    .toList();
        }
    }

    private static List<String> movedFrom(Relationship edge) {
        return List.of((String[]) edge.getProperty(MOVED_FROM, new String[0]));
    }

    private List<String> appended(Relationship edge) {
        List<String> passed = new ArrayList<>(movedFrom(edge));
        passed.add(fromId);
        return passed;
    }

    private void move(Relationship edge, List<String> movedFrom) {
        Node start = edge.getStartNode();
        String key = edge.hasProperty(PATTERN_KEY) ? start.getProperty(Keys.ID) + toId : null;
        if (key != null && isThere(edge, key)) {
            dropped.add((String) start.getProperty(Keys.ID));
            edge.delete();
            return;
        }
        Relationship moved = start.createRelationshipTo(to, edge.getType());
        edge.getAllProperties().forEach(moved::setProperty);
        if (key != null) {
            moved.setProperty(PATTERN_KEY, key);
        }
        if (movedFrom.isEmpty()) {
            moved.removeProperty(MOVED_FROM);
        } else {
            moved.setProperty(MOVED_FROM, movedFrom.toArray(String[]::new));
        }
        edge.delete();
        follow(start, edge);
    }

    private boolean isThere(Relationship edge, String key) {
        try (ResourceIterator<Relationship> found = tx.findRelationships(edge.getType(), PATTERN_KEY, key)) {
            return found.stream().anyMatch(one -> one.getStartNode().equals(edge.getStartNode()));
        }
    }

    /** Updates the ids stored on nodes to match the moved edges. */
    private void follow(Node start, Relationship edge) {
        if (edge.isType(Relations.SUBJECT)) {
            memories++;
            start.setProperty("subject_id", toId);
            subjects.add(start);
        } else if (edge.isType(Relations.OBJECT)) {
            memories++;
            start.setProperty("object_id", toId);
        } else if (edge.isType(Relations.NAMES) && start.hasLabel(Labels.ALIAS)) {
            aliases++;
            start.setProperty(AliasNodes.ENTITY_ID, toId);
            start.setProperty(AliasNodes.CANONICAL, isOwnName(start));
        } else {
            references++;
        }
    }

    /** Whether the alias is the canonical name of the entity it belongs to again. */
    private boolean isOwnName(Node alias) {
        Object key = alias.getProperty(AliasNodes.KEY, null);
        return toId.equals(alias.getProperty(AliasNodes.ORIGIN_ID, null))
                && EntityNodes.read(to).canonical().key().equals(key);
    }
}
