/** The working set: slots that are there for a while, longer with each reading. */
package io.oxgraph.working;
