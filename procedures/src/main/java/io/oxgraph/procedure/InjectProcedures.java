package io.oxgraph.procedure;

import io.oxgraph.inject.CostliestFailures;
import io.oxgraph.inject.Inject;
import io.oxgraph.inject.RunRisk;
import io.oxgraph.inject.SimilarRuns;
import io.oxgraph.model.Pattern;
import io.oxgraph.model.PatternResults.InjectResult;
import io.oxgraph.model.PatternResults.RunRiskResult;
import io.oxgraph.model.PatternResults.WayResult;
import io.oxgraph.text.Recommendation;
import java.time.ZonedDateTime;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.graphdb.Transaction;
import org.neo4j.procedure.Context;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;
import org.neo4j.procedure.UserFunction;

/** The patterns shown to an agent. */
public final class InjectProcedures {
    @Context
    public Transaction tx;

    @Procedure(name = "oxgraph.inject", mode = Mode.READ)
    @Description("The patterns to show before an action {targets, action_type, target_node_type, limit}, the rendered "
            + "injection block, and the predicted failure probability.")
    public Stream<InjectResult> inject(
            @Name("workspace_id") String workspaceId,
            @Name("request") Map<String, Object> request,
            @Name("now") ZonedDateTime now) {
        Arguments.required(workspaceId, request, now, "request");
        return Stream.of(Inject.select(tx, workspaceId, request, now));
    }

    @Procedure(name = "oxgraph.costliest_failures", mode = Mode.READ)
    @Description(
            "The failure patterns that cost a workspace most, situational ones too, for the beginning of a session "
                    + "{action_types, session_id, limit}, with the rendered injection block.")
    public Stream<InjectResult> costliestFailures(
            @Name("workspace_id") String workspaceId,
            @Name("request") Map<String, Object> request,
            @Name("now") ZonedDateTime now) {
        Arguments.required(workspaceId, request, now, "request");
        return Stream.of(CostliestFailures.select(tx, workspaceId, request, now));
    }

    @Procedure(name = "oxgraph.run_risk", mode = Mode.READ)
    @Description(
            "How likely a session's run is to end badly, from its actions so far, whatever the setting run_risk says.")
    public Stream<RunRiskResult> runRisk(
            @Name("workspace_id") String workspaceId, @Name("session_id") String sessionId) {
        return Stream.of(
                RunRisk.of(tx, Arguments.given("workspace_id", workspaceId), Arguments.given("session_id", sessionId)));
    }

    @Procedure(name = "oxgraph.way_of_similar_runs", mode = Mode.READ)
    @Description(
            "The way that worked best in the runs whose intent shares words with a query {query, limit, reach, least}, "
                    + "as oxgraph.way describes it; null for none.")
    public Stream<WayResult> wayOfSimilarRuns(
            @Name("workspace_id") String workspaceId,
            @Name("request") Map<String, Object> request,
            @Name("now") ZonedDateTime now) {
        Arguments.required(workspaceId, request, now, "request");
        return Stream.of(new WayResult(SimilarRuns.way(tx, workspaceId, request, now)));
    }

    @UserFunction("oxgraph.recommendation")
    @Description("The recommendation of a pattern (a map of its properties), one or more sentences.")
    public String recommendation(@Name("pattern") Map<String, Object> pattern) {
        return pattern == null ? null : Recommendation.of(Pattern.of(pattern));
    }
}
