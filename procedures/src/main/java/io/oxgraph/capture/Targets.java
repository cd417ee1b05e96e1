package io.oxgraph.capture;

import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.graph.Relations;
import io.oxgraph.model.Action;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;

/** Joins actions to the entities they touched and the patterns they were shown; each is looked up once a call. */
final class Targets {
    private final Transaction tx;
    private final String workspaceId;
    private final Map<String, Optional<Node>> entities = new HashMap<>();
    private final Map<String, Optional<Node>> patterns = new HashMap<>();

    Targets(Transaction tx, String workspaceId) {
        this.tx = tx;
        this.workspaceId = workspaceId;
    }

    /** References to the targets that exist; how many. */
    long reference(Action action, Node node) {
        List<Node> found = find(action.targetNodeIds(), entities, id -> Lookup.entity(tx, workspaceId, id));
        found.forEach(entity -> node.createRelationshipTo(entity, Relations.REFERENCES));
        return found.size();
    }

    /** Edges from the workspace's patterns that the action names, and from those that are none yet; how many. */
    long inject(Action action, Node node) {
        List<Node> found = find(action.injectedPatterns(), patterns, this::pattern);
        found.forEach(pattern -> pattern.createRelationshipTo(node, Relations.INJECTED));
        return found.size();
    }

    private Optional<Node> pattern(String id) {
        return Lookup.byId(tx, workspaceId, id)
                .filter(node -> node.hasLabel(Labels.PATTERN) || node.hasLabel(Labels.PATTERN_KEY));
    }

    private static List<Node> find(
            List<String> ids, Map<String, Optional<Node>> known, Function<String, Optional<Node>> look) {
        // In one order for all, so that two captures of the same nodes do not wait for each other.
        return ids.stream()
                .sorted()
                .flatMap(id -> known.computeIfAbsent(id, look).stream())
                .toList();
    }
}
