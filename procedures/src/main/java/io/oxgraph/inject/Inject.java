package io.oxgraph.inject;

import io.oxgraph.graph.Workspace;
import io.oxgraph.model.InjectResult;
import io.oxgraph.model.Pattern;
import io.oxgraph.text.InjectionBlock;
import io.oxgraph.text.Recommendation;
import java.time.ZonedDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.neo4j.graphdb.Transaction;

/** Chooses the patterns that an agent should see before its next action. Reads only. */
public final class Inject {
    private static final InjectResult NOTHING = new InjectResult("", List.of());

    private Inject() {}

    /** The block for what the agent is about to do. */
    public static InjectResult select(Transaction tx, String workspaceId, Map<String, Object> map, ZonedDateTime now) {
        InjectRequest request = InjectRequest.read(map, now);
        Workspace workspace = Workspace.load(tx, workspaceId);
        if (!workspace.memoryEnabled() || !workspace.injectionEnabled()) {
            return NOTHING;
        }
        List<Candidate> chosen = new Candidates(tx, workspace, request)
                .find(Targets.find(tx, workspaceId, request)).stream()
                        .sorted(Candidate.ORDER)
                        .limit(limit(workspace, request))
                        .toList();
        String block = InjectionBlock.of(chosen.stream().map(Candidate::pattern).toList());
        return new InjectResult(block, chosen.stream().map(Inject::row).toList());
    }

    private static long limit(Workspace workspace, InjectRequest request) {
        return request.limit() == null ? workspace.injectLimit() : Math.min(workspace.injectLimit(), request.limit());
    }

    private static Map<String, Object> row(Candidate candidate) {
        Pattern pattern = candidate.pattern();
        Map<String, Object> row = new HashMap<>();
        row.put("id", pattern.id());
        row.put("name", pattern.name());
        row.put("action_type", pattern.actionType());
        row.put("node_type", pattern.nodeType());
        row.put("error_code", pattern.errorCode());
        row.put("confidence", pattern.confidence());
        row.put("sample_count", pattern.sampleCount());
        row.put("annotation", pattern.annotation());
        row.put("recommendation", Recommendation.of(pattern));
        row.put("next_action_type", pattern.nextActionType());
        row.put("direct", candidate.direct());
        return row;
    }
}
