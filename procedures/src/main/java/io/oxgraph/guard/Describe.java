package io.oxgraph.guard;

import io.oxgraph.graph.Keys;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.neo4j.graphdb.Node;

/** Names a node in an error message, by labels and id alone: other properties may be private. */
final class Describe {
    private Describe() {}

    static String node(Node node) {
        String labels = StreamSupport.stream(node.getLabels().spliterator(), false)
                .map(label -> ":" + label.name())
                .sorted()
                .collect(Collectors.joining());
        Object id = node.getProperty(Keys.ID, null);
        return id instanceof String ? "(" + labels + " " + id + ")" : "(" + labels + ")";
    }
}
