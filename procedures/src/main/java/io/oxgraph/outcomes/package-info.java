/**
 * How runs end: the risk of a run from its actions so far, and the patterns of runs that end well or badly. Pure
 * functions without a graph.
 */
package io.oxgraph.outcomes;
