/** Recall: retrievers, fusion, ranking, selection, relevance and the context block. {@code Recall} lists the steps. */
package io.oxgraph.recall;
