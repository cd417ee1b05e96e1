package io.oxgraph.inject;

import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Relations;
import io.oxgraph.graph.Workspace;
import io.oxgraph.model.Pattern;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.neo4j.graphdb.Direction;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.ResourceIterator;
import org.neo4j.graphdb.Transaction;

/** Finds the live plain patterns that concern the targets, each by a seek in a composite index. */
final class Candidates {
    private static final String ACTION_TYPE = "action_type";
    private static final String NODE_TYPE = "node_type";

    private final Transaction tx;
    private final Workspace workspace;
    private final InjectRequest request;

    private final Withheld withheld;

    Candidates(Transaction tx, Workspace workspace, InjectRequest request) {
        this.tx = tx;
        this.workspace = workspace;
        this.request = request;
        this.withheld = new Withheld(workspace, request.sessionId());
    }

    /** Those that are shown. */
    List<Candidate> find(Targets targets) {
        return find(targets, node -> !isSilent(node));
    }

    /** Those that a person suppressed, or that this session does without. */
    List<Candidate> silent(Targets targets) {
        return find(targets, this::isSilent);
    }

    private List<Candidate> find(Targets targets, Predicate<Node> wanted) {
        List<Node> nodes = nodes(targets.types()).stream().filter(wanted).toList();
        Set<Node> direct = direct(nodes, targets.entities());
        return nodes.stream()
                .filter(node -> direct.contains(node) || concerns(node, targets.types()))
                .map(node -> new Candidate(Pattern.of(node.getAllProperties()), direct.contains(node), null))
                .toList();
    }

    private boolean isSilent(Node node) {
        return isSuppressed(node) || withheld.holds(Pattern.of(node.getAllProperties()));
    }

    /** An action type narrows more than a node type, and also finds patterns without one that reference a target. */
    private List<Node> nodes(Set<String> types) {
        List<Node> nodes = new ArrayList<>();
        if (request.actionType() != null) {
            collect(ACTION_TYPE, request.actionType(), nodes);
        } else {
            types.forEach(type -> collect(NODE_TYPE, type, nodes));
        }
        return nodes;
    }

    private static boolean concerns(Node pattern, Set<String> types) {
        return types.isEmpty() || types.contains(pattern.getProperty(NODE_TYPE, null));
    }

    private void collect(String key, String value, List<Node> nodes) {
        try (ResourceIterator<Node> found =
                tx.findNodes(Labels.PATTERN, Keys.WORKSPACE_ID, workspace.id(), "status", "active", key, value)) {
            found.stream().filter(this::mayConcern).forEach(nodes::add);
        }
    }

    /** Reads no more than what decides. What is about a situation is shown in that situation alone. */
    private boolean mayConcern(Node node) {
        return node.hasLabel(Labels.MEM) && (isCertain(node) || isAnnotated(node)) && !node.hasProperty("context");
    }

    static boolean isSuppressed(Node node) {
        return Boolean.TRUE.equals(node.getProperty("suppressed", false));
    }

    private boolean isCertain(Node node) {
        return node.getProperty("confidence", null) instanceof Number confidence
                && confidence.doubleValue() >= workspace.injectConfidence();
    }

    static boolean isAnnotated(Node node) {
        return node.getProperty("annotation", null) instanceof String text && !text.isBlank();
    }

    /** Those with an edge to a target, looked for from the side that has fewer edges. */
    private static Set<Node> direct(List<Node> patterns, Set<Node> entities) {
        Set<Node> direct = new HashSet<>();
        if (patterns.isEmpty() || entities.isEmpty()) {
            return direct;
        }
        long fromPatterns = degree(patterns, Direction.OUTGOING);
        if (fromPatterns <= degree(entities, Direction.INCOMING)) {
            joined(patterns, Direction.OUTGOING, entities, (pattern, entity) -> direct.add(pattern));
        } else {
            joined(entities, Direction.INCOMING, new HashSet<>(patterns), (entity, pattern) -> direct.add(pattern));
        }
        return direct;
    }

    private static long degree(Iterable<Node> nodes, Direction direction) {
        long degree = 0;
        for (Node node : nodes) {
            degree += node.getDegree(Relations.REFERENCES, direction);
        }
        return degree;
    }

    private static void joined(Iterable<Node> from, Direction direction, Set<Node> to, BiConsumer<Node, Node> found) {
        for (Node node : from) {
            for (Relationship edge : node.getRelationships(direction, Relations.REFERENCES)) {
                Node other = edge.getOtherNode(node);
                if (to.contains(other)) {
                    found.accept(node, other);
                }
            }
        }
    }
}
