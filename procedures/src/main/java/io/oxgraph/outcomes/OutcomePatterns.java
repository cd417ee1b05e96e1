package io.oxgraph.outcomes;

import io.oxgraph.model.ActionCodes;
import io.oxgraph.outcomes.OutcomeFindings.Finding;
import io.oxgraph.statistics.ConfidenceIntervals;
import io.oxgraph.statistics.ConfidenceIntervals.Wilson;
import io.oxgraph.text.Identifiers;
import io.oxgraph.text.OutcomeText;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The life of outcome patterns: a finding becomes a pattern, is updated in place, is superseded by a new version when its
 * rate has moved, and is retired once nothing speaks for it any more.
 */
final class OutcomePatterns {
    /** The node type of outcome patterns, which are about runs and not about a node. */
    static final String NODE_TYPE = "(run)";

    private static final int MAX_EVIDENCE = 100;

    private final String workspaceId;
    private final int samples;
    private final double shift;
    private final List<Map<String, Object>> versions = new ArrayList<>();
    private final List<Map<String, Object>> transitions = new ArrayList<>();

    OutcomePatterns(String workspaceId, Map<String, Object> settings) {
        this.workspaceId = workspaceId;
        this.samples = ((Number) settings.get("promote_samples")).intValue();
        this.shift = ((Number) settings.get("supersede_shift")).doubleValue();
    }

    /** Properties of each pattern that is new or changes, the id it supersedes, and its evidence. */
    List<Map<String, Object>> versions() {
        return versions;
    }

    List<Map<String, Object>> transitions() {
        return transitions;
    }

    /** Judges all findings as of the last run. */
    void judge(List<Run> runs, List<Map<String, Object>> standing) {
        ZonedDateTime at = OutcomeFold.last(runs);
        if (at == null) {
            return;
        }
        Map<String, Map<String, Object>> latest = new HashMap<>();
        standing.forEach(node -> latest.merge(key(node), node, OutcomePatterns::later));
        Set<String> found = new HashSet<>();
        for (Finding finding : OutcomeFindings.of(runs, samples)) {
            found.add(key(finding));
            keep(finding, latest.get(key(finding)), runs, at);
        }
        latest.forEach((key, node) -> {
            if (stands(node, at) && !found.contains(key) && node.get("annotation") == null) {
                retire(node, at);
            }
        });
    }

    private static Map<String, Object> later(Map<String, Object> one, Map<String, Object> other) {
        return version(one) >= version(other) ? one : other;
    }

    private static long version(Map<String, Object> node) {
        return ((Number) node.get("version")).longValue();
    }

    /** Whether it was a pattern at a time: runs of the past are judged after what they speak for has decayed. */
    private static boolean stands(Map<String, Object> node, ZonedDateTime at) {
        return node != null
                && (isActive(node) || (node.get("deleted_at") instanceof ZonedDateTime end && end.isAfter(at)));
    }

    private static boolean isActive(Map<String, Object> node) {
        return "active".equals(node.get("status"));
    }

    private static String key(Map<String, Object> node) {
        return OutcomeText.subject((String) node.get("context")) + " " + node.get("error_code");
    }

    private static String key(Finding finding) {
        return OutcomeText.subject(finding.candidate().context()) + " " + errorCode(finding);
    }

    private static String errorCode(Finding finding) {
        return finding.isBad() ? OutcomeText.FAILURE : ActionCodes.SUCCESS;
    }

    private void keep(Finding finding, Map<String, Object> known, List<Run> runs, ZonedDateTime at) {
        boolean stands = stands(known, at);
        boolean isMoved = stands
                && (Math.abs(finding.share() - number(known, "written_confidence")) >= shift
                        || !finding.candidate().context().equals(known.get("context")));
        long version = known == null ? 1 : version(known) + (stands && !isMoved ? 0 : 1);
        String id = id(finding, version);
        Map<String, Object> properties = properties(finding, runs);
        if (stands && !isMoved) {
            if (!isActive(known)) {
                properties.put("deleted_at", null);
                properties.put("confidence", finding.share());
                transition(id, "promoted", "deleted", "active", finding.share(), at);
            }
            write(id, properties, null, List.of());
            return;
        }
        properties.put("version", version);
        properties.put("written_confidence", finding.share());
        properties.put("promoted_at", at);
        properties.put("suppressed", known != null && Boolean.TRUE.equals(known.get("suppressed")));
        carry(known, properties);
        write(id, properties, isMoved ? (String) known.get("id") : null, evidence(finding, runs));
        transition(id, isMoved ? "superseding" : "promoted", "candidate", "active", finding.share(), at);
        if (isMoved) {
            Map<String, Object> older = new HashMap<>();
            older.put("status", "superseded");
            older.put("superseded_at", at);
            older.put("deleted_at", null);
            write((String) known.get("id"), older, null, List.of());
            String before = (String) known.get("status");
            transition((String) known.get("id"), "superseded", before, "superseded", finding.share(), at);
        }
    }

    /** What an operator said goes with the key. */
    private static void carry(Map<String, Object> known, Map<String, Object> properties) {
        for (String name : List.of("annotation", "recommendation_override", "suppressed_at")) {
            if (known != null && known.get(name) != null) {
                properties.put(name, known.get(name));
            }
        }
    }

    private String id(Finding finding, long version) {
        String key = Identifiers.stableId(workspaceId, "pattern_key", List.of(NODE_TYPE, key(finding)));
        return Identifiers.stableId(workspaceId, "pattern", List.of(key, Long.toString(version)));
    }

    private static Map<String, Object> properties(Finding finding, List<Run> runs) {
        List<Run> own = own(finding, runs);
        Map<String, Object> properties = new HashMap<>();
        String context = finding.candidate().context();
        properties.put("name", OutcomeText.name(context, finding.isBad()));
        properties.put("action_type", finding.candidate().actionType());
        properties.put("node_type", NODE_TYPE);
        properties.put("error_code", errorCode(finding));
        properties.put("context", context);
        properties.put("context_text", OutcomeText.words(context));
        properties.put("status", "active");
        properties.put("sample_count", finding.runs());
        properties.put("action_count", finding.endings());
        properties.put("total_count", finding.runs());
        properties.put("other_count", finding.otherRuns());
        properties.put("other_failures", finding.otherEndings());
        properties.put("evidence_confidence", finding.share());
        List<Double> interval = Wilson.interval(finding.endings(), finding.runs(), ConfidenceIntervals.Z_95);
        properties.put("interval_low", interval.getFirst());
        properties.put("interval_high", interval.getLast());
        double sign = finding.isBad() ? 1 : -1;
        properties.put("risk_difference", sign * finding.adjusted().value());
        double low = finding.adjusted().low();
        double high = finding.adjusted().high();
        properties.put("risk_difference_low", finding.isBad() ? low : -high);
        properties.put("risk_difference_high", finding.isBad() ? high : -low);
        properties.put("log_evidence", finding.logEvidence());
        properties.put("lift", lift(finding));
        properties.put("confounded_by", finding.confoundedBy());
        AgentSplit agents = AgentSplit.of(finding, runs, Run::agentId);
        properties.put("holds_for", agents.holds());
        properties.put("fails_for", agents.fails());
        AgentSplit models = AgentSplit.of(finding, runs, Run::model);
        properties.put("holds_for_models", models.holds());
        properties.put("fails_for_models", models.fails());
        properties.put("first_seen", own.getFirst().at());
        properties.put("last_seen", own.getLast().at());
        return properties;
    }

    /** Its rate divided by that of all runs it is judged in. */
    private static double lift(Finding finding) {
        double all = (double) (finding.endings() + finding.otherEndings()) / (finding.runs() + finding.otherRuns());
        return all == 0 ? 0 : finding.share() / all;
    }

    private static List<Run> own(Finding finding, List<Run> runs) {
        return finding.candidate().inScope().stream().mapToObj(runs::get).toList();
    }

    /** Ids of the last runs that ended as it says. */
    private static List<String> evidence(Finding finding, List<Run> runs) {
        List<String> ids = own(finding, runs).stream()
                .filter(run -> run.failed() == finding.isBad())
                .map(Run::id)
                .toList();
        return List.copyOf(ids.subList(Math.max(0, ids.size() - MAX_EVIDENCE), ids.size()));
    }

    private void retire(Map<String, Object> node, ZonedDateTime at) {
        Map<String, Object> properties = new HashMap<>();
        properties.put("status", "deleted");
        properties.put("deleted_at", at);
        String id = (String) node.get("id");
        String before = (String) node.get("status");
        write(id, properties, null, List.of());
        transition(id, "retired", before, "deleted", number(node, "evidence_confidence"), at);
    }

    private static double number(Map<String, Object> node, String key) {
        return node.get(key) instanceof Number number ? number.doubleValue() : 0;
    }

    private void write(String id, Map<String, Object> properties, String supersedes, List<String> evidence) {
        Map<String, Object> row = new HashMap<>();
        row.put("id", id);
        row.put("properties", properties);
        row.put("supersedes", supersedes);
        row.put("evidence", evidence);
        versions.add(row);
    }

    private void transition(String id, String rule, String from, String to, double share, ZonedDateTime at) {
        String time = Long.toString(at.toInstant().toEpochMilli());
        Map<String, Object> row = new HashMap<>();
        row.put("id", Identifiers.stableId(workspaceId, "transition", List.of(id, rule, time)));
        row.put("subject_id", id);
        row.put("rule", rule);
        row.put("from_status", from);
        row.put("to_status", to);
        row.put("at", at);
        row.put("inputs", "{\"confidence\":" + share + "}");
        transitions.add(row);
    }
}
