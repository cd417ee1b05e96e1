/**
 * The in-memory cache of recall: the memories, questions, messages and names of a workspace, searched by brute force.
 *
 * <p>{@link io.oxgraph.recall.cache.IndexCache} returns the cache of a workspace. {@code CommitListener} records which
 * nodes each commit changed, {@code CachedWorkspace} refreshes the workspace's snapshot when recall asks for it,
 * {@code SnapshotLoader} reads nodes, {@code Snapshot} is the immutable state and {@code CacheBackend} searches it. A
 * snapshot keeps each kind in a {@code SegmentedIndex}: immutable segments with tombstones, merged as in a
 * log-structured merge tree. Above the limits ({@code CacheLimits}) the least recently used workspace is evicted.
 */
package io.oxgraph.recall.cache;
