package io.oxgraph.inject;

import io.oxgraph.graph.Statements;
import io.oxgraph.graph.Workspace;
import io.oxgraph.inject.FailurePrediction.Prediction;
import io.oxgraph.inject.PatternCandidates.Candidate;
import io.oxgraph.inject.PatternCandidates.HoldoutFilter;
import io.oxgraph.input.FieldReader;
import io.oxgraph.model.Pattern;
import io.oxgraph.model.PatternResults.InjectResult;
import io.oxgraph.table.Limits;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;

/** Selects the failures that cost a workspace most, plain and situational, for the beginning of a session. */
public final class CostliestFailures {
    private static final Set<String> FIELDS = Set.of("action_types", "session_id", "limit");

    private final Transaction tx;
    private final Workspace workspace;
    private final HoldoutFilter withheld;
    private final AgentFilter agent;

    private CostliestFailures(Transaction tx, Workspace workspace, String sessionId) {
        this.tx = tx;
        this.workspace = workspace;
        this.withheld = new HoldoutFilter(workspace, sessionId);
        this.agent = AgentFilter.of(tx, workspace, sessionId);
    }

    /** Returns the block and its patterns: annotated first, then by rate × runs. */
    public static InjectResult select(Transaction tx, String workspaceId, Map<String, Object> map, ZonedDateTime now) {
        FieldReader fields = new FieldReader(map, "", now);
        fields.allowOnly(FIELDS);
        List<String> actionTypes = fields.texts("action_types", Limits.of("targets"), Limits.of("name"));
        String sessionId = fields.optional("session_id", Limits.of("id"));
        Long limit = fields.integer("limit");
        Workspace workspace = Workspace.load(tx, workspaceId);
        if (!workspace.memoryEnabled()
                || !workspace.injectionEnabled()
                || HoldoutFilter.holdsAll(workspace, sessionId)) {
            return Inject.NOTHING;
        }
        List<Candidate> all = new CostliestFailures(tx, workspace, sessionId).of(actionTypes);
        Set<List<String>> rendered = new HashSet<>();
        Stream<Candidate> different =
                all.stream().sorted(Candidate.ORDER).filter(candidate -> isDifferent(candidate.pattern(), rendered));
        return Inject.result(Inject.ordered(different, Inject.limit(workspace, limit)), Prediction.NONE);
    }

    /** Whether it is the first situation of its action and node type: several mostly describe the same failures. */
    private static boolean isDifferent(Pattern pattern, Set<List<String>> rendered) {
        return pattern.context() == null
                || pattern.annotation() != null
                || rendered.add(Arrays.asList(pattern.actionType(), pattern.nodeType()));
    }

    private List<Candidate> of(List<String> actionTypes) {
        Map<String, Object> parameters = Map.of("workspace_id", workspace.id(), "action_types", actionTypes);
        try (var found = tx.execute(Statements.get("inject/costliest_failures"), parameters)
                .<Node>columnAs("p")) {
            return found.stream()
                    .filter(node -> mayBeShown(node) && !agent.holdsBack(node))
                    .map(node -> Pattern.of(node.getAllProperties()))
                    .filter(pattern -> !withheld.holds(pattern))
                    .map(pattern -> new Candidate(pattern, false, null))
                    .toList();
        }
    }

    private boolean mayBeShown(Node node) {
        return PatternCandidates.isAnnotated(node)
                || (PatternCandidates.isSampled(node, workspace)
                        && (node.hasProperty("context") || PatternCandidates.isCertain(node, workspace)));
    }
}
