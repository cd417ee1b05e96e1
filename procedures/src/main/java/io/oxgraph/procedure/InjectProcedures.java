package io.oxgraph.procedure;

import io.oxgraph.inject.Inject;
import io.oxgraph.model.InjectResult;
import io.oxgraph.model.Pattern;
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

/** What an agent sees of the patterns. */
public final class InjectProcedures {
    @Context
    public Transaction tx;

    @Procedure(name = "oxgraph.inject", mode = Mode.READ)
    @Description("The patterns to show before an action {targets, action_type, target_node_type, limit}, and the "
            + "finished text block.")
    public Stream<InjectResult> inject(
            @Name("workspace_id") String workspaceId,
            @Name("request") Map<String, Object> request,
            @Name("now") ZonedDateTime now) {
        Arguments.required(workspaceId, request, now, "request");
        return Stream.of(Inject.select(tx, workspaceId, request, now));
    }

    @UserFunction("oxgraph.recommendation")
    @Description("The sentence that tells an agent what a pattern (a map of its properties) means.")
    public String recommendation(@Name("pattern") Map<String, Object> pattern) {
        return pattern == null ? null : Recommendation.of(Pattern.of(pattern));
    }
}
