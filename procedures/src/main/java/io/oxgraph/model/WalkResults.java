package io.oxgraph.model;

import org.neo4j.graphdb.Node;

/** Result rows of the walk procedures. */
public final class WalkResults {
    private WalkResults() {}

    /**
     * A neighbour of a node.
     *
     * @param group its group: the relationship's type and direction
     * @param place number of the relationship; groups are in descending order
     * @param edge element id of the relationship
     */
    public record NeighbourResult(String group, long place, String edge, String type, boolean outgoing, Node node) {}

    /**
     * A step of a walk.
     *
     * @param depth number of steps to the node
     * @param node the node reached; null if it was reached before
     * @param type relationship type, with the ids of its start and end nodes; null for the first node
     * @param truncated whether limits cut the walk
     */
    public record StepResult(long depth, Node node, String type, String source, String target, boolean truncated) {}
}
