package io.oxgraph.graph;

import io.oxgraph.error.ErrorCode;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.NotFoundException;
import org.neo4j.graphdb.Transaction;

/** The workspace settings that capture and injection need. */
public record Workspace(
        String id,
        boolean memoryEnabled,
        boolean injectionEnabled,
        double injectConfidence,
        int injectLimit,
        int sequenceGapSeconds,
        int evidenceWindowDays,
        double holdoutRate) {
    private static final double INJECT_CONFIDENCE = 0.6;
    private static final int INJECT_LIMIT = 5;
    private static final int SEQUENCE_GAP_SECONDS = 300;
    private static final int EVIDENCE_WINDOW_DAYS = 30;

    /** Reads a workspace; throws {@code workspace_not_found} when it is missing or deleted. */
    public static Workspace load(Transaction tx, String id) {
        return Lookup.byId(tx, Labels.WORKSPACE, id, id)
                .filter(node -> !node.hasProperty("deleted_at"))
                .map(node -> of(id, node))
                .orElseThrow(() -> ErrorCode.WORKSPACE_NOT_FOUND.with("workspace", id));
    }

    /**
     * Reads a workspace for writing: with a read lock until the transaction ends, so that nothing is written into a
     * workspace that is being disabled or deleted.
     */
    public static Workspace hold(Transaction tx, String id) {
        try {
            Lookup.byId(tx, Labels.WORKSPACE, id, id).ifPresent(tx::acquireReadLock);
            return load(tx, id);
        } catch (NotFoundException e) {
            throw ErrorCode.WORKSPACE_NOT_FOUND.with("workspace", id);
        }
    }

    private static Workspace of(String id, Node node) {
        return new Workspace(
                id,
                Boolean.TRUE.equals(node.getProperty("memory_enabled", true)),
                Boolean.TRUE.equals(node.getProperty("injection_enabled", true)),
                number(node, "inject_confidence", INJECT_CONFIDENCE).doubleValue(),
                number(node, "inject_limit", INJECT_LIMIT).intValue(),
                number(node, "sequence_gap_seconds", SEQUENCE_GAP_SECONDS).intValue(),
                number(node, "evidence_window_days", EVIDENCE_WINDOW_DAYS).intValue(),
                number(node, "holdout_rate", 0).doubleValue());
    }

    private static Number number(Node node, String setting, Number otherwise) {
        return (Number) node.getProperty(setting, otherwise);
    }
}
