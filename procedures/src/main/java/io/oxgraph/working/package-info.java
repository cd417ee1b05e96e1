/** The working set: slots with a time to live that each read extends. */
package io.oxgraph.working;
