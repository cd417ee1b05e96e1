package io.oxgraph.graph;

import io.oxgraph.error.ErrorCode;
import io.oxgraph.table.SettingDefaults;
import java.util.Map;
import java.util.function.Function;
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

    /** The reason that a call gives which does nothing, as memory is switched off. */
    public static final String MEMORY_DISABLED = "memory_disabled";

    private static final String NAME = "name";
    private static final String DELETED_AT = "deleted_at";
    private static final String[] READ = {
        Keys.MOVING,
        Keys.CLOSED,
        NAME,
        DELETED_AT,
        "memory_enabled",
        "injection_enabled",
        "inject_confidence",
        "inject_limit",
        "sequence_gap_seconds",
        "evidence_window_days",
        "promote_samples",
        "retire_confidence",
        "holdout_rate",
        "holdout_unit",
        "run_risk",
    };

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

    /**
     * Reads a workspace; throws {@code workspace_not_found} when it is missing or deleted, {@code workspace_moving} when it
     * has moved to another server.
     */
    public static Workspace load(Transaction tx, String id) {
        return of(id, read(tx, id, Keys.CLOSED, node -> node.getProperties(READ)));
    }

    /** All properties of a workspace; throws like {@link #load}. */
    public static Map<String, Object> properties(Transaction tx, String id) {
        return read(tx, id, Keys.CLOSED, Node::getAllProperties);
    }

    /**
     * Reads a workspace for writing: with a read lock until the transaction ends, so that nothing is written into a
     * workspace that is being disabled or deleted. Throws {@code workspace_moving} from the moment at which its last
     * changes were read.
     */
    public static Workspace hold(Transaction tx, String id) {
        return of(id, read(tx, id, Keys.MOVING, node -> {
            tx.acquireReadLock(node);
            return node.getProperties(READ);
        }));
    }

    /**
     * A node deleted concurrently is not found.
     *
     * @param mark refuses
     * @param properties reads them all at once: each single one goes along the node's other ones again
     */
    private static Map<String, Object> read(
            Transaction tx, String id, String mark, Function<Node, Map<String, Object>> properties) {
        try {
            Map<String, Object> found =
                    properties.apply(Lookup.byId(tx, Labels.WORKSPACE, id, id).orElseThrow(() -> unknown(id)));
            if (found.containsKey(mark)) {
                throw ErrorCode.WORKSPACE_MOVING.with("workspace", found.getOrDefault(NAME, "?"));
            }
            if (found.containsKey(DELETED_AT)) {
                throw unknown(id);
            }
            return found;
        } catch (NotFoundException e) {
            throw unknown(id);
        }
    }

    private static RuntimeException unknown(String id) {
        return ErrorCode.WORKSPACE_NOT_FOUND.with("workspace", id);
    }

    private static Workspace of(String id, Map<String, Object> found) {
        return new Workspace(
                id,
                Boolean.TRUE.equals(found.getOrDefault("memory_enabled", MEMORY_ENABLED)),
                Boolean.TRUE.equals(found.getOrDefault("injection_enabled", INJECTION_ENABLED)),
                number(found, "inject_confidence", INJECT_CONFIDENCE).doubleValue(),
                number(found, "inject_limit", INJECT_LIMIT).intValue(),
                number(found, "sequence_gap_seconds", SEQUENCE_GAP_SECONDS).intValue(),
                number(found, "evidence_window_days", EVIDENCE_WINDOW_DAYS).intValue(),
                number(found, "promote_samples", PROMOTE_SAMPLES).intValue(),
                number(found, "retire_confidence", RETIRE_CONFIDENCE).doubleValue(),
                number(found, "holdout_rate", HOLDOUT_RATE).doubleValue(),
                SESSION.equals(found.get("holdout_unit")),
                (String) found.getOrDefault("run_risk", RUN_RISK));
    }

    private static Number number(Map<String, Object> found, String setting, Number otherwise) {
        return (Number) found.getOrDefault(setting, otherwise);
    }
}
