package io.oxgraph.procedure;

import io.oxgraph.patterns.PatternFold;
import io.oxgraph.patterns.Summary;
import java.util.List;
import java.util.Map;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.UserFunction;

/** Functions that the passes call. */
public final class PatternFunctions {
    @UserFunction("oxgraph.fold_patterns")
    @Description("Continues the fold of closed sequences into patterns: what is to be written, as maps. Reads nothing.")
    public Map<String, Object> foldPatterns(
            @Name("workspace_id") String workspaceId,
            @Name("tallies") List<Map<String, Object>> tallies,
            @Name("keys") List<Map<String, Object>> keys,
            @Name("sequences") List<Map<String, Object>> sequences,
            @Name("settings") Map<String, Object> settings,
            @Name("only") boolean only,
            @Name("finish") boolean finish) {
        return PatternFold.fold(workspaceId, tallies, keys, sequences, settings, only, finish);
    }

    @UserFunction("oxgraph.summarise_actions")
    @Description("One sentence of at most 300 characters on what the actions (maps with action_type, node_type, "
            + "outcome, error_code, in time order) did.")
    public String summariseActions(@Name("actions") List<Map<String, Object>> actions) {
        return actions == null ? null : Summary.of(actions);
    }
}
