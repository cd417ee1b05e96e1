package io.oxgraph.model;

/**
 * What became of a memory.
 *
 * @param outcome what was done, unchanged, or not_found
 * @param from_status null when not found
 * @param to_status null when not found
 */
public record MemoryResult(String id, String outcome, String from_status, String to_status) {
    /** There is no such memory in the workspace. */
    public static MemoryResult notFound(String id) {
        return new MemoryResult(id, "not_found", null, null);
    }
}
