package io.oxgraph.walk;

import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Kinds;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.graph.Relations;
import io.oxgraph.graph.Scope;
import io.oxgraph.model.WalkResults.StepResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.neo4j.graphdb.Direction;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.NotFoundException;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.RelationshipType;
import org.neo4j.graphdb.Transaction;

/** Breadth-first walk from an entity along domain relationships, with limits on nodes and relationships. */
public final class GraphWalk {
    /** Maximum number of relationships examined, per node and in total. */
    private static final int MAX_PER_NODE = 10_000;

    private static final int MAX_TOTAL = 200_000;
    /** Maximum number of relationships returned, per node of the limit. */
    private static final int EDGES_PER_NODE = 10;

    private static final List<RelationshipType> OF_MEMORIES = List.of(Relations.SUBJECT, Relations.OBJECT);

    private final Along along;
    private final Scope scope;
    private final VisibleNodes shown;
    private final Set<Node> reached = new HashSet<>();
    private final Set<Relationship> followed = new HashSet<>();
    private final List<Step> steps = new ArrayList<>();
    private int examined;
    private boolean truncated;

    /**
     * @param along which relationships, and how far
     * @param userId whose nodes, beside what is shared; '' for those of all
     */
    public GraphWalk(String workspaceId, Along along, String userId) {
        this.along = along;
        this.scope = userId.isEmpty() ? Scope.ALL : new Scope(userId, false, null);
        this.shown = new VisibleNodes(workspaceId, along.memory() ? Set.of("entity", "memory") : Set.of("entity"));
    }

    /**
     * Which relationships to follow, and how far.
     *
     * @param types domain relationship types; empty for all
     * @param limit maximum number of nodes
     * @param memory whether to follow memories about entities too
     */
    public record Along(Set<String> types, Direction direction, long depth, long limit, boolean memory) {}

    /** Starts with the entity of this id; empty when it does not exist. */
    public Stream<StepResult> from(Transaction tx, String workspaceId, String id) {
        List<Node> level = Lookup.byId(tx, Labels.ENTITY, workspaceId, id)
                .filter(this::isOpen)
                .map(List::of)
                .orElse(List.of());
        level.forEach(node -> reach(0, node, null));
        for (long depth = 1; depth <= along.depth() && !level.isEmpty(); depth++) {
            level = next(depth, level);
        }
        return steps.stream().map(step -> step.result(truncated));
    }

    private List<Node> next(long depth, List<Node> level) {
        List<Node> found = new ArrayList<>();
        for (Node node : level) {
            int left = Math.min(MAX_PER_NODE, MAX_TOTAL - examined);
            for (Way way : ways(node)) {
                left = step(depth, node, way, left, found);
            }
        }
        return found;
    }

    private int step(long depth, Node node, Way way, int most, List<Node> found) {
        int left = most;
        try (var relationships = node.getRelationships(way.direction(), way.type())) {
            for (Relationship relationship : relationships) {
                if (left <= 0 || isFull()) {
                    truncated = true;
                    break;
                }
                left--;
                examined++;
                Node other = relationship.getOtherNode(node);
                if (isOpen(other) && followed.add(relationship)) {
                    if (reach(depth, other, relationship)) {
                        found.add(other);
                    }
                }
            }
        }
        return left;
    }

    /** Nothing of other users is followed, and of memories only active ones; an entity's status is its own affair. */
    private boolean isOpen(Node node) {
        if (!shown.shows(node)) {
            return false;
        }
        return node.hasLabel(Labels.ENTITY)
                ? scope.readsEntity(node)
                : "active".equals(node.getProperty("status", "active"))
                        && scope.reads((String) node.getProperty(Scope.USER_ID, ""));
    }

    private boolean isFull() {
        return reached.size() > along.limit() || followed.size() > EDGES_PER_NODE * along.limit();
    }

    /** Records a reached node; true when it is new. A node beyond the limit marks the result as truncated. */
    private boolean reach(long depth, Node node, Relationship by) {
        boolean isNew = reached.add(node);
        if (reached.size() > along.limit()) {
            truncated = true;
            return false;
        }
        steps.add(new Step(depth, isNew ? node : null, by));
        return isNew;
    }

    private List<Way> ways(Node node) {
        if (!node.hasLabel(Labels.ENTITY)) {
            return OF_MEMORIES.stream()
                    .map(type -> new Way(type, Direction.OUTGOING))
                    .toList();
        }
        Stream<Way> domain = StreamSupport.stream(node.getRelationshipTypes().spliterator(), false)
                .filter(type -> !type.name().startsWith("_mem:"))
                .filter(type -> along.types().isEmpty() || along.types().contains(type.name()))
                .sorted(Comparator.comparing(RelationshipType::name))
                .map(type -> new Way(type, along.direction()));
        Stream<Way> memories =
                along.memory() ? OF_MEMORIES.stream().map(t -> new Way(t, Direction.INCOMING)) : Stream.of();
        return Stream.concat(domain, memories).toList();
    }

    private record Way(RelationshipType type, Direction direction) {}

    private record Step(long depth, Node node, Relationship by) {
        StepResult result(boolean truncated) {
            return by == null
                    ? new StepResult(depth, node, null, null, null, truncated)
                    : new StepResult(
                            depth, node, by.getType().name(), id(by.getStartNode()), id(by.getEndNode()), truncated);
        }

        private static String id(Node node) {
            return (String) node.getProperty(Keys.ID);
        }
    }

    /** Which nodes are visible: no token, slot or lock, and nothing deleted or forgotten. */
    static final class VisibleNodes {
        private final String workspaceId;
        private final Set<String> kinds;

        /** @param kinds visible kinds; empty for all */
        VisibleNodes(String workspaceId, Set<String> kinds) {
            this.workspaceId = workspaceId;
            this.kinds = kinds.isEmpty() ? Kinds.IN_GRAPH : kinds;
        }

        /** A node deleted concurrently is not visible. */
        boolean shows(Node node) {
            try {
                return node.hasLabel(Labels.MEM)
                        && workspaceId.equals(node.getProperty(Keys.WORKSPACE_ID, null))
                        && isShown(kind(node))
                        && !node.hasProperty("deleted_at")
                        && !"forgotten".equals(node.getProperty("status", null));
            } catch (NotFoundException e) {
                return false;
            }
        }

        private boolean isShown(String kind) {
            return Kinds.IN_GRAPH.contains(kind) && kinds.contains(kind);
        }

        private static String kind(Node node) {
            Set<String> labels = new HashSet<>();
            for (Label label : node.getLabels()) {
                labels.add(label.name());
            }
            return Kinds.among(labels);
        }
    }
}
