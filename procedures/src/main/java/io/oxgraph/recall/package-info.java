/** Finds what is known: the retrievers, and what makes one answer of them. */
package io.oxgraph.recall;
