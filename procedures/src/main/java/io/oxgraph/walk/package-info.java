/** Neighbours of a node and walks along relationships, with limits for nodes with very many of them. */
package io.oxgraph.walk;
