package io.oxgraph.inject;

import io.oxgraph.graph.Lookup;
import io.oxgraph.graph.SessionChain;
import io.oxgraph.graph.Workspace;
import io.oxgraph.inject.RiskModels.StoredModel;
import io.oxgraph.model.PatternResults.RunRiskResult;
import io.oxgraph.outcomes.Recoveries.Recovery;
import io.oxgraph.outcomes.RiskModel;
import io.oxgraph.outcomes.Run.RunStep;
import io.oxgraph.situation.Situation.Step;
import io.oxgraph.text.Identifiers;
import io.oxgraph.text.RiskText;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.NotFoundException;
import org.neo4j.graphdb.Transaction;

/** The risk of a session's run. */
public final class RunRisk {
    private static final String ON = "on";
    private static final String OFF = "off";

    /** Maximum number of actions read. */
    private static final int MAX_ACTIONS = 200;

    private static final int REASONS = 3;
    private static final int MIN_RUNS = 20;
    private static final RunRiskResult UNKNOWN =
            new RunRiskResult(null, null, 0, null, null, false, List.of(), null, "");

    private final Transaction tx;
    private final Workspace workspace;

    RunRisk(Transaction tx, Workspace workspace) {
        this.tx = tx;
        this.workspace = workspace;
    }

    /** The risk of a session, whatever the setting says. */
    public static RunRiskResult of(Transaction tx, String workspaceId, String sessionId) {
        RunRisk risk = new RunRisk(tx, Workspace.load(tx, workspaceId));
        return risk.model()
                .map(RiskModels::of)
                .map(model -> risk.estimate(model, sessionId))
                .orElse(UNKNOWN);
    }

    /** The risk of a session if the setting allows: on, or auto and proved; empty otherwise. */
    Optional<Shown> shown(String sessionId) {
        if (sessionId == null || workspace.runRisk().equals(OFF)) {
            return Optional.empty();
        }
        return model().filter(node ->
                        workspace.runRisk().equals(ON) || Boolean.TRUE.equals(node.getProperty("proved", false)))
                .map(node -> estimate(RiskModels.of(node), sessionId))
                .filter(risk -> risk.probability() != null)
                .map(Shown::new);
    }

    private Optional<Node> model() {
        String id = Identifiers.stableId(workspace.id(), "run_risk", List.of());
        return Lookup.byId(tx, workspace.id(), id)
                .filter(node -> node.getProperty("runs", 0L) instanceof Number runs && runs.longValue() >= MIN_RUNS);
    }

    private RunRiskResult estimate(StoredModel stored, String sessionId) {
        RiskModel model = stored.model();
        Optional<Node> session = Lookup.session(tx, workspace.id(), sessionId);
        List<RunStep> steps = session.map(node -> steps(new SessionChain(tx, node, workspace.id(), sessionId)))
                .orElse(List.of());
        String agent =
                session.map(found -> (String) found.getProperty("agent_id", "")).orElse("");
        double probability = steps.isEmpty() ? model.base() : model.probability(model.score(agent, steps));
        List<Map<String, Object>> reasons = model.reasons(agent, steps, REASONS).stream()
                .map(reason -> Map.<String, Object>of(
                        "text",
                        RiskText.feature(reason.feature()),
                        "runs",
                        reason.runs(),
                        "failures",
                        reason.failures()))
                .toList();
        Map<String, Object> recovery = steps.isEmpty() ? null : recovery(stored.others(), steps.getLast());
        return new RunRiskResult(
                probability,
                model.base(),
                model.runs(),
                stored.figure("area"),
                stored.figure("area_low"),
                stored.isProved(),
                reasons,
                recovery,
                RiskText.of(probability, model.base(), reasons, recovery));
    }

    private static Map<String, Object> recovery(Map<String, Object> model, RunStep last) {
        Recovery found = Recovery.of(model, last);
        return found == null
                ? null
                : Map.of(
                        "after", last.token(),
                        "action_type", found.actionType(),
                        "count", found.count(),
                        "total", found.total());
    }

    /** Its last actions in order. */
    private List<RunStep> steps(SessionChain session) {
        Deque<Node> chain;
        try {
            chain = session.latest(MAX_ACTIONS);
        } catch (NotFoundException e) {
            return List.of(); // The session was erased concurrently.
        }
        List<RunStep> steps = new ArrayList<>();
        for (Node action : chain) {
            Map<String, Object> read = action.getProperties("action_type", "target_node_ids", "outcome");
            steps.add(RunStep.of(workspace.id(), Step.of(read)));
        }
        return steps;
    }

    /** A risk that the setting shows. */
    record Shown(RunRiskResult result) {
        private static final double HIGH = 0.5;
        private static final double ABOVE_BASE = 0.1;

        /** Whether it is worth a sentence: more likely than not, and clearly more than of other runs. */
        boolean isHigh() {
            return result.probability() >= Math.max(HIGH, result.base() + ABOVE_BASE);
        }

        Map<String, Object> toMap() {
            Map<String, Object> map = new HashMap<>();
            map.put("probability", result.probability());
            map.put("base", result.base());
            map.put("runs", result.runs());
            map.put("area", result.area());
            map.put("area_low", result.area_low());
            map.put("proved", result.proved());
            map.put("reasons", result.reasons());
            map.put("recovery", result.recovery());
            map.put("text", result.text());
            return map;
        }
    }
}
