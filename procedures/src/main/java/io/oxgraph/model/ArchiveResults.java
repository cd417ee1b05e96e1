package io.oxgraph.model;

import java.util.List;
import java.util.Map;

/** Result rows of export and import. */
public final class ArchiveResults {
    private ArchiveResults() {}

    /**
     * A node as it stands in an archive, with the relationships that belong to it.
     *
     * @param kind null of a node that is not carried
     * @param line the node as JSON; null where it is not carried
     * @param vectors the line of its vectors; null when it has none
     * @param relationships their lines, each after the name of its file and a tab
     */
    public record ArchiveRow(
            String id, String kind, long rev, String line, String vectors, List<String> relationships) {}

    /**
     * What changed in a workspace.
     *
     * @param position up to where the change feed was read
     * @param complete whether that was its end
     */
    public record ArchiveChanges(long position, boolean complete, List<Map<String, Object>> rows) {}

    /**
     * How far an import is.
     *
     * @param position number of rows that are written
     */
    public record ImportPosition(String workspace_id, long position, boolean complete) {}

    /**
     * What a step of a move did.
     *
     * @param count number of rows or marks that it changed
     */
    public record MoveResult(long count) {}

    /**
     * Whether a lock is held.
     *
     * @param held by some process
     */
    public record HeldLock(boolean held) {}
}
