/**
 * Contexts of actions, failure estimates and their calibration, the significance test and the holdout. Pure functions
 * without a graph.
 */
package io.oxgraph.situation;
