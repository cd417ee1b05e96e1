package io.oxgraph.model;

import org.neo4j.graphdb.Node;

/**
 * A node next to another.
 *
 * @param group what it is listed with: the relationship's type and direction
 * @param place the relationship's number, by which its group is ordered downwards
 * @param edge the relationship's element id
 */
public record NeighbourResult(String group, long place, String edge, String type, boolean outgoing, Node node) {}
