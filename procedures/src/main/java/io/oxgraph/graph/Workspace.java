package io.oxgraph.graph;

import io.oxgraph.error.ErrorCode;
import io.oxgraph.table.SettingDefaults;
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
        int promoteSamples,
        double retireConfidence,
        double holdoutRate,
        boolean holdsOutSessions,
        String runRisk) {
    /** The key of the holdout where it is drawn for a session and not for a pattern. */
    public static final String SESSION = "session";

    private static final boolean MEMORY_ENABLED = SettingDefaults.flag("memory_enabled");
    private static final boolean INJECTION_ENABLED = SettingDefaults.flag("injection_enabled");
    private static final double INJECT_CONFIDENCE = SettingDefaults.number("inject_confidence");
    private static final double INJECT_LIMIT = SettingDefaults.number("inject_limit");
    private static final double SEQUENCE_GAP_SECONDS = SettingDefaults.number("sequence_gap_seconds");
    private static final double EVIDENCE_WINDOW_DAYS = SettingDefaults.number("evidence_window_days");
    private static final double PROMOTE_SAMPLES = SettingDefaults.number("promote_samples");
    private static final double RETIRE_CONFIDENCE = SettingDefaults.number("retire_confidence");
    private static final double HOLDOUT_RATE = SettingDefaults.number("holdout_rate");
    private static final String RUN_RISK = SettingDefaults.text("run_risk");

    /** The key by which sessions are drawn for the holdout of a pattern. */
    public String holdoutKey(String patternKeyId) {
        return holdsOutSessions ? SESSION : patternKeyId;
    }

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
                Boolean.TRUE.equals(node.getProperty("memory_enabled", MEMORY_ENABLED)),
                Boolean.TRUE.equals(node.getProperty("injection_enabled", INJECTION_ENABLED)),
                number(node, "inject_confidence", INJECT_CONFIDENCE).doubleValue(),
                number(node, "inject_limit", INJECT_LIMIT).intValue(),
                number(node, "sequence_gap_seconds", SEQUENCE_GAP_SECONDS).intValue(),
                number(node, "evidence_window_days", EVIDENCE_WINDOW_DAYS).intValue(),
                number(node, "promote_samples", PROMOTE_SAMPLES).intValue(),
                number(node, "retire_confidence", RETIRE_CONFIDENCE).doubleValue(),
                number(node, "holdout_rate", HOLDOUT_RATE).doubleValue(),
                SESSION.equals(node.getProperty("holdout_unit", null)),
                (String) node.getProperty("run_risk", RUN_RISK));
    }

    private static Number number(Node node, String setting, Number otherwise) {
        return (Number) node.getProperty(setting, otherwise);
    }
}
