/** Walks along relationships, bounded on nodes that have a million of them. */
package io.oxgraph.walk;
