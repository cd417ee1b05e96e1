package io.oxgraph.model;

/** Result rows of the capture procedures. */
public final class CaptureResults {
    private CaptureResults() {}

    /**
     * The result of capturing one action.
     *
     * @param reason '' when captured, otherwise memory_disabled or already_captured
     * @param references number of references to existing entities
     * @param injected number of edges from the patterns shown before it
     */
    public record CaptureResult(boolean captured, String action_id, String reason, long references, long injected) {}

    /**
     * The result of capturing a batch of actions.
     *
     * @param duplicates number of actions captured before, or repeated in the batch
     * @param reason '' or, when nothing was captured, memory_disabled
     */
    public record CaptureManyResult(long captured, long duplicates, long references, String reason) {}

    /**
     * The result of writing a session.
     *
     * @param created whether it is new
     * @param reason '' or memory_disabled, when nothing was written
     */
    public record SessionResult(String session_id, boolean created, String reason) {}

    /**
     * The result of writing a batch of sessions.
     *
     * @param reason '' or memory_disabled, when nothing was written
     */
    public record SessionsResult(long sessions, long created, String reason) {}
}
