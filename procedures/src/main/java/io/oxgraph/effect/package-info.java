/** Whether patterns help: how often a situation ends in failure where an agent was warned, and where it was not. */
package io.oxgraph.effect;
