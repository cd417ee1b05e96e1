package io.oxgraph.inject;

import io.oxgraph.graph.Workspace;
import io.oxgraph.inject.FailurePrediction.Prediction;
import io.oxgraph.inject.InjectRequest.InjectTargets;
import io.oxgraph.inject.PatternCandidates.Candidate;
import io.oxgraph.inject.PatternCandidates.HoldoutFilter;
import io.oxgraph.inject.Warnings.Warning;
import io.oxgraph.model.Pattern;
import io.oxgraph.model.Pattern.PatternContext;
import io.oxgraph.model.PatternResults.InjectResult;
import io.oxgraph.text.InjectionBlock;
import io.oxgraph.text.Recommendation;
import io.oxgraph.text.SituationText;
import java.time.ZonedDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.neo4j.graphdb.Transaction;

/** Selects the patterns that an agent should see before its next action. Reads only. */
public final class Inject {
    static final InjectResult NOTHING = new InjectResult("", List.of(), null, null, false, null);

    private Inject() {}

    /** Returns the block, its patterns and the prediction for a request. */
    public static InjectResult select(Transaction tx, String workspaceId, Map<String, Object> map, ZonedDateTime now) {
        InjectRequest request = InjectRequest.read(map, now);
        Workspace workspace = Workspace.load(tx, workspaceId);
        if (!workspace.memoryEnabled() || !workspace.injectionEnabled()) {
            return NOTHING;
        }
        if (HoldoutFilter.holdsAll(workspace, request.sessionId())) {
            return NOTHING;
        }
        InjectTargets targets = InjectTargets.find(tx, workspaceId, request);
        AgentFilter agent = AgentFilter.of(tx, workspace, request.sessionId());
        Prediction outlook = new FailurePrediction(tx, workspace, request, targets, agent, now).outlook();
        PatternCandidates candidates = new PatternCandidates(tx, workspace, request, agent);
        List<Candidate> plain = candidates.find(targets);
        // Before a task is begun, not before each of its actions.
        List<Candidate> ways = request.actionType() == null ? candidates.ways(targets.types()) : List.of();
        List<Candidate> silent = outlook.warnings().isEmpty() ? List.of() : candidates.silent(targets);
        List<Candidate> all = Stream.of(plain.stream(), ways.stream(), besides(plain, silent, outlook.warnings()))
                .flatMap(Function.identity())
                .toList();
        List<Candidate> chosen = ordered(
                all.stream().filter(candidate -> candidate.helpsToChoose(all, request.actionType())),
                limit(workspace, request.limit()));
        return withRisk(result(chosen, outlook), new RunRisk(tx, workspace).shown(request.sessionId()));
    }

    /** Adds the risk of the run; its sentences follow the block where it is high. */
    private static InjectResult withRisk(InjectResult found, Optional<RunRisk.Shown> risk) {
        return risk.map(shown -> new InjectResult(
                        Stream.of(found.block(), shown.isHigh() ? shown.result().text() : "")
                                .filter(text -> !text.isEmpty())
                                .collect(Collectors.joining("\n")),
                        found.patterns(),
                        found.probability(),
                        found.threshold(),
                        found.warned(),
                        shown.toMap()))
                .orElse(found);
    }

    /** The first candidates in the order of display. */
    static List<Candidate> ordered(Stream<Candidate> candidates, long limit) {
        return candidates.sorted(Candidate.ORDER).limit(limit).toList();
    }

    /** The result that shows these candidates. */
    static InjectResult result(List<Candidate> chosen, Prediction outlook) {
        return new InjectResult(
                InjectionBlock.of(chosen.stream().map(Candidate::pattern).toList()),
                chosen.stream().map(PatternRows::of).toList(),
                outlook.probability(),
                outlook.threshold(),
                chosen.stream().anyMatch(candidate -> candidate.warnsOf(outlook.actionType())),
                null);
    }

    /** The warnings that no plain pattern makes redundant, and that stand for none that is suppressed or withheld. */
    private static Stream<Candidate> besides(List<Candidate> plain, List<Candidate> silent, List<Candidate> warnings) {
        return warnings.stream()
                .filter(warning -> plain.stream().noneMatch(candidate -> candidate.covers(warning))
                        && silent.stream().noneMatch(candidate -> candidate.silences(warning)));
    }

    /** The smaller of the workspace's limit and the requested one; null for none. */
    static long limit(Workspace workspace, Long requested) {
        return requested == null ? workspace.injectLimit() : Math.min(workspace.injectLimit(), requested);
    }

    /** Builds the rows of the shown patterns. */
    static final class PatternRows {
        private PatternRows() {}

        static Map<String, Object> of(Candidate candidate) {
            Pattern pattern = candidate.pattern();
            Map<String, Object> row = new HashMap<>();
            row.put("id", pattern.id());
            row.put("name", SituationText.name(pattern));
            row.put("action_type", pattern.actionType());
            row.put("node_type", pattern.nodeType());
            row.put("error_code", pattern.errorCode());
            row.put("confidence", pattern.shownConfidence());
            row.put("sample_count", pattern.sampleCount());
            row.put("annotation", pattern.annotation());
            row.put("recommendation", Recommendation.of(pattern));
            row.put("next_action_type", pattern.nextActionType());
            row.put("direct", candidate.direct());
            addSituation(row, pattern.context(), candidate.warning());
            return row;
        }

        /** Adds the context; nulls for a plain pattern. */
        private static void addSituation(Map<String, Object> row, PatternContext context, Warning warning) {
            row.put("context", context == null ? null : context.name());
            row.put("context_text", context == null ? null : SituationText.words(context.name()));
            row.put("probability", warning == null ? null : warning.probability());
            row.put("status", warning == null ? null : warning.status());
            row.put("failures", context == null ? null : context.failures());
            row.put("actions", context == null ? null : context.actions());
        }
    }
}
