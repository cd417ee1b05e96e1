package io.oxgraph.recall;

import io.oxgraph.graph.Relations;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.neo4j.graphdb.Node;

/** The memories that say the opposite of a memory. */
public final class Contradictions {
    /** Maximum number of them that a result names. */
    public static final int MOST = 100;

    private Contradictions() {}

    /** Whatever their status. */
    public static Stream<Node> of(Node memory) {
        return StreamSupport.stream(
                        memory.getRelationships(Relations.CONTRADICTS).spliterator(), false)
                .map(edge -> edge.getOtherNode(memory));
    }
}
