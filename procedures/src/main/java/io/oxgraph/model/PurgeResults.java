package io.oxgraph.model;

/** Result rows of the hard deletion of a workspace. */
public final class PurgeResults {
    private PurgeResults() {}

    /**
     * A batch of deleted nodes.
     *
     * @param last the last id that was looked at; null once there are no more
     * @param removed number of deleted nodes
     */
    public record PurgedBatch(String last, long removed) {}

    /**
     * The end of a hard deletion.
     *
     * @param done whether nothing of the workspace is left
     */
    public record PurgeEnd(boolean done) {}
}
