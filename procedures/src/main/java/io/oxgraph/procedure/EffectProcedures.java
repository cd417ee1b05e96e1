package io.oxgraph.procedure;

import io.oxgraph.effect.AgentRecords;
import io.oxgraph.effect.PatternEffects;
import io.oxgraph.effect.RunEffects;
import io.oxgraph.model.PatternResults.AgentRecordResult;
import io.oxgraph.model.PatternResults.EffectResult;
import io.oxgraph.model.PatternResults.LiftResult;
import io.oxgraph.model.RunResults.RunEffectResult;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.stream.Stream;
import org.neo4j.graphdb.Transaction;
import org.neo4j.procedure.Context;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** The measured effect of patterns. */
public final class EffectProcedures {
    @Context
    public Transaction tx;

    @Procedure(name = "oxgraph.effect", mode = Mode.READ)
    @Description(
            "The measured effect of active patterns (all when the list is null): how often their situations ended in "
                    + "failure with the pattern shown and withheld (holdout), in sequences that began at since or later; the "
                    + "risk reduction with its 99% interval, the same of the outcomes of their sessions, and whether the pattern is "
                    + "harmful.")
    public Stream<EffectResult> effect(
            @Name("workspace_id") String workspaceId,
            @Name("pattern_ids") List<String> patternIds,
            @Name("since") ZonedDateTime since,
            @Name("now") ZonedDateTime now) {
        Arguments.required(workspaceId, "", now, "");
        List<String> named = patternIds == null ? null : Arguments.whole("pattern_ids", patternIds);
        return PatternEffects.of(tx, workspaceId, named, since, now);
    }

    @Procedure(name = "oxgraph.agent_records", mode = Mode.READ)
    @Description(
            "For which agents and models each active failure pattern holds, and for which it does not, by their own last "
                    + "actions in its situation that were shown nothing.")
    public Stream<AgentRecordResult> agentRecords(
            @Name("workspace_id") String workspaceId, @Name("now") ZonedDateTime now) {
        Arguments.required(workspaceId, "", now, "");
        return AgentRecords.of(tx, workspaceId, now);
    }

    @Procedure(name = "oxgraph.run_effect", mode = Mode.READ)
    @Description(
            "The effect of all warnings on runs, where the holdout is drawn for sessions: failed runs with warnings and "
                    + "withheld, the risk reduction with a 95% confidence sequence, and the shares that warnings recover and disrupt.")
    public Stream<RunEffectResult> runEffect(
            @Name("workspace_id") String workspaceId,
            @Name("since") ZonedDateTime since,
            @Name("now") ZonedDateTime now) {
        Arguments.required(workspaceId, "", now, "");
        return Stream.of(RunEffects.of(tx, workspaceId, since, now));
    }

    /**
     * The older name of {@link #effect}. Released passes call it, so it is not marked as deprecated for the planner.
     */
    @Procedure(name = "oxgraph.lift", mode = Mode.READ)
    @Description("Deprecated alias of oxgraph.effect; its column lift is the risk reduction.")
    public Stream<LiftResult> lift(
            @Name("workspace_id") String workspaceId,
            @Name("pattern_ids") List<String> patternIds,
            @Name("since") ZonedDateTime since,
            @Name("now") ZonedDateTime now) {
        return effect(workspaceId, patternIds, since, now).map(LiftResult::of);
    }
}
