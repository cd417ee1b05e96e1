package io.oxgraph.inject;

import io.oxgraph.graph.Workspace;
import io.oxgraph.model.InjectResult;
import io.oxgraph.text.InjectionBlock;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.graphdb.Transaction;

/** Chooses the patterns that an agent should see before its next action. Reads only. */
public final class Inject {
    private static final InjectResult NOTHING = new InjectResult("", List.of(), null, null, false);

    private Inject() {}

    /** The block for what the agent is about to do. */
    public static InjectResult select(Transaction tx, String workspaceId, Map<String, Object> map, ZonedDateTime now) {
        InjectRequest request = InjectRequest.read(map, now);
        Workspace workspace = Workspace.load(tx, workspaceId);
        if (!workspace.memoryEnabled() || !workspace.injectionEnabled()) {
            return NOTHING;
        }
        Targets targets = Targets.find(tx, workspaceId, request);
        Outlook outlook = new Expectation(tx, workspace, request, targets, now).outlook();
        Candidates candidates = new Candidates(tx, workspace, request);
        List<Candidate> plain = candidates.find(targets);
        List<Candidate> silent = outlook.warnings().isEmpty() ? List.of() : candidates.silent(targets);
        List<Candidate> chosen = Stream.concat(plain.stream(), besides(plain, silent, outlook.warnings()))
                .sorted(Candidate.ORDER)
                .limit(limit(workspace, request))
                .toList();
        return new InjectResult(
                InjectionBlock.of(chosen.stream().map(Candidate::pattern).toList()),
                chosen.stream().map(Rows::of).toList(),
                outlook.probability(),
                outlook.threshold(),
                chosen.stream().anyMatch(candidate -> candidate.warnsOf(outlook.actionType())));
    }

    /** The warnings that say more than the plain patterns which are shown anyway, or which must not be. */
    private static Stream<Candidate> besides(List<Candidate> plain, List<Candidate> silent, List<Candidate> warnings) {
        return warnings.stream().filter(warning -> Stream.concat(plain.stream(), silent.stream())
                .noneMatch(candidate -> candidate.covers(warning)));
    }

    private static long limit(Workspace workspace, InjectRequest request) {
        return request.limit() == null ? workspace.injectLimit() : Math.min(workspace.injectLimit(), request.limit());
    }
}
