package io.oxgraph.guard;

import io.oxgraph.table.NodeKind;
import java.util.Map;
import org.neo4j.graphdb.Node;

/** What keeps a stored memory node from the form of its kind, for the audit of nodes that the guard never saw. */
public final class NodeFault {
    private NodeFault() {}

    /** The first fault, such as {@code confidence must be a number}; null when there is none. */
    public static String of(Node node) {
        NodeLabels labels = NodeLabels.of(node);
        if (!labels.memory()) {
            return null;
        }
        if (labels.kind() == null) {
            return "none of its labels is a kind, or more than one is";
        }
        return of(labels, node.getAllProperties());
    }

    private static String of(NodeLabels labels, Map<String, Object> properties) {
        for (NodeKind.Property property : labels.kind().properties().values()) {
            Object value = properties.get(property.name());
            if (value == null ? property.required() : !labels.own() && property.fault(value) != null) {
                return value == null ? "it lacks " + property.name() : property.name() + " " + property.fault(value);
            }
        }
        return null;
    }
}
