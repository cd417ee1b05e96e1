/** What the workspace knows, and how it changes its mind: the rules on plain objects, reading first, writing last. */
package io.oxgraph.semantic;
