package io.oxgraph.procedure;

import io.oxgraph.patterns.PatternFold;
import io.oxgraph.patterns.SequenceSummary;
import io.oxgraph.situation.CalibrationRecord;
import io.oxgraph.situation.Forecast;
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
            @Name("standing") Map<String, Object> standing,
            @Name("sequences") List<Map<String, Object>> sequences,
            @Name("settings") Map<String, Object> settings,
            @Name("only") boolean only,
            @Name("finish") boolean finish) {
        return PatternFold.fold(workspaceId, standing, sequences, settings, only, finish);
    }

    @UserFunction("oxgraph.node_tally_ids")
    @Description("The ids of the node_tallies of what the sequences' actions were about. Reads nothing.")
    public List<String> nodeTallyIds(
            @Name("workspace_id") String workspaceId, @Name("sequences") List<Map<String, Object>> sequences) {
        return PatternFold.nodeTallyIds(workspaceId, sequences);
    }

    @UserFunction("oxgraph.fit_forecast")
    @Description("What turns estimates into probabilities, fitted to the ledgers of tallies (maps) from a day on. "
            + "Reads nothing.")
    public Map<String, Object> fitForecast(
            @Name("ledgers") List<Map<String, Object>> ledgers, @Name("first_day") long firstDay) {
        List<CalibrationRecord> read =
                ledgers.stream().map(CalibrationRecord::of).toList();
        return Forecast.fit(CalibrationRecord.cells(read, firstDay)).stored();
    }

    @UserFunction("oxgraph.summarise_actions")
    @Description("One sentence of at most 300 characters on what the actions (maps with action_type, node_type, "
            + "outcome, error_code, in time order) did.")
    public String summariseActions(@Name("actions") List<Map<String, Object>> actions) {
        return actions == null ? null : SequenceSummary.of(actions);
    }
}
