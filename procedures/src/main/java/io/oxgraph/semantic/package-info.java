/**
 * Semantic memories and their rules: remember, duplicates, conflicts, lifecycle. Rules work on plain objects; a call
 * reads first and writes last.
 */
package io.oxgraph.semantic;
