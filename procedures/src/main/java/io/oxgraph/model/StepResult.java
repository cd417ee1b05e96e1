package io.oxgraph.model;

import org.neo4j.graphdb.Node;

/**
 * A step of a walk.
 *
 * @param depth how many steps lead to the node
 * @param node the node that was reached; null where it had been reached before
 * @param type the relationship, with the ids of the nodes from which and to which it leads; null for the first node
 * @param truncated whether there is more than was walked
 */
public record StepResult(long depth, Node node, String type, String source, String target, boolean truncated) {}
