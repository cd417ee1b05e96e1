/**
 * A workspace in memory: its memories, questions, messages and names, searched exactly and without an index.
 *
 * <p>{@link io.oxgraph.recall.held.Held} is the way in. {@code Keeper} hears of every commit, {@code HeldWorkspace}
 * brings a workspace's picture up to date when it is asked for, {@code Loader} reads nodes, {@code Image} is the
 * picture, and {@code HeldSources} searches in it.
 */
package io.oxgraph.recall.held;
