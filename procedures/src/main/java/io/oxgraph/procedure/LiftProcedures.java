package io.oxgraph.procedure;

import io.oxgraph.effect.PatternEffects;
import io.oxgraph.model.EffectResult;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.stream.Stream;
import org.neo4j.graphdb.Transaction;
import org.neo4j.procedure.Context;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** Whether patterns help. */
public final class LiftProcedures {
    @Context
    public Transaction tx;

    @Procedure(name = "oxgraph.lift", mode = Mode.READ)
    @Description(
            "How often the situations of active patterns (of all where the list is null) ended in failure where an "
                    + "agent may see them and where they are withheld, in sequences that began at since or later.")
    public Stream<EffectResult> lift(
            @Name("workspace_id") String workspaceId,
            @Name("pattern_ids") List<String> patternIds,
            @Name("since") ZonedDateTime since,
            @Name("now") ZonedDateTime now) {
        Arguments.required(workspaceId, "", now, "");
        return PatternEffects.of(tx, workspaceId, patternIds, since, now);
    }
}
