package io.oxgraph.procedure;

import io.oxgraph.error.ErrorCode;
import io.oxgraph.outcomes.OutcomeFold;
import io.oxgraph.outcomes.Ways;
import io.oxgraph.patterns.PatternFold;
import io.oxgraph.patterns.SequenceSummary;
import io.oxgraph.situation.CalibrationRecord;
import io.oxgraph.situation.Forecast;
import io.oxgraph.text.SituationText;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.UserFunction;

/** Functions for the passes. */
public final class PatternFunctions {
    @UserFunction("oxgraph.fold_patterns")
    @Description(
            "Folds closed sequences into patterns, from a stored state; returns the changes to write, as maps. Reads nothing.")
    public Map<String, Object> foldPatterns(
            @Name("workspace_id") String workspaceId,
            @Name("standing") Map<String, Object> standing,
            @Name("sequences") List<Map<String, Object>> sequences,
            @Name("settings") Map<String, Object> settings,
            @Name("only") Boolean only,
            @Name("finish") Boolean finish) {
        return PatternFold.fold(
                Arguments.given("workspace_id", workspaceId),
                Arguments.given("standing", standing),
                Arguments.given("sequences", sequences),
                Arguments.given("settings", settings),
                Arguments.given("only", only),
                Arguments.given("finish", finish));
    }

    @UserFunction("oxgraph.node_tally_ids")
    @Description("The ids of the node_tallies of the targets of the sequences' actions. Reads nothing.")
    public List<String> nodeTallyIds(
            @Name("workspace_id") String workspaceId, @Name("sequences") List<Map<String, Object>> sequences) {
        return PatternFold.nodeTallyIds(
                Arguments.given("workspace_id", workspaceId), Arguments.whole("sequences", sequences));
    }

    @UserFunction("oxgraph.fit_forecast")
    @Description(
            "Fits the calibration of failure probabilities to the calibration records of tallies (maps) from a day on. "
                    + "Reads nothing.")
    public Map<String, Object> fitForecast(
            @Name("ledgers") List<Map<String, Object>> ledgers, @Name("first_day") Long firstDay) {
        List<CalibrationRecord> read = Arguments.whole("ledgers", ledgers).stream()
                .map(CalibrationRecord::of)
                .toList();
        return Forecast.fit(CalibrationRecord.cells(read, Arguments.given("first_day", firstDay)))
                .stored();
    }

    @UserFunction("oxgraph.calibration")
    @Description(
            "Predicted and observed failures of the calibration records of tallies (maps) from a day on, as a forecast "
                    + "(a map) predicts them: bins, and the cases of warnings. Reads nothing.")
    public Map<String, Object> calibration(
            @Name("ledgers") List<Map<String, Object>> ledgers,
            @Name("first_day") Long firstDay,
            @Name("forecast") Map<String, Object> forecast) {
        List<CalibrationRecord> read = Arguments.whole("ledgers", ledgers).stream()
                .map(CalibrationRecord::of)
                .toList();
        return Forecast.of(Arguments.given("forecast", forecast))
                .calibration(CalibrationRecord.cells(read, Arguments.given("first_day", firstDay)));
    }

    @UserFunction("oxgraph.fold_outcomes")
    @Description(
            "Learns how runs end from the runs of the evidence window (maps): their scores, the model of risk, and the "
                    + "outcome patterns to write, as maps. Reads nothing.")
    public Map<String, Object> foldOutcomes(
            @Name("workspace_id") String workspaceId,
            @Name("runs") List<Map<String, Object>> runs,
            @Name("standing") List<Map<String, Object>> standing,
            @Name("settings") Map<String, Object> settings) {
        String workspace = Arguments.given("workspace_id", workspaceId);
        List<Map<String, Object>> given = Arguments.given("runs", runs);
        List<Map<String, Object>> known = Arguments.given("standing", standing);
        Map<String, Object> chosen = Arguments.given("settings", settings);
        return wellFormed("runs", () -> OutcomeFold.fold(workspace, given, known, chosen));
    }

    @UserFunction("oxgraph.way")
    @Description(
            "The way that worked best in some runs (maps with run_steps and outcome): a map of its steps, the runs that went "
                    + "it, those of them that ended well, and the same of the others; null for none. Reads nothing.")
    public Map<String, Object> way(@Name("runs") List<Map<String, Object>> runs) {
        List<Map<String, Object>> given = Arguments.given("runs", runs);
        return wellFormed("runs", () -> Ways.worked(given));
    }

    @UserFunction("oxgraph.run_steps")
    @Description(
            "The actions of a run (maps with action_type, outcome, target_node_ids, in time order) as steps and hashes "
                    + "of their targets: a map of two lists, the first 200 actions. Reads nothing.")
    public Map<String, Object> runSteps(
            @Name("workspace_id") String workspaceId, @Name("actions") List<Map<String, Object>> actions) {
        String workspace = Arguments.given("workspace_id", workspaceId);
        List<Map<String, Object>> given = Arguments.given("actions", actions);
        return wellFormed("actions", () -> OutcomeFold.steps(workspace, given));
    }

    /** The result of reading maps; a map that has not the form that the passes give is invalid input. */
    private static <T> T wellFormed(String field, Supplier<T> read) {
        try {
            return read.get();
        } catch (ClassCastException | NullPointerException | IllegalArgumentException | IndexOutOfBoundsException e) {
            throw ErrorCode.INVALID_INPUT.with("field", field, "reason", "has not the form that a pass gives");
        }
    }

    @UserFunction("oxgraph.summarise_actions")
    @Description("Summarises actions (maps with action_type, node_type, outcome, error_code, in time order) in one "
            + "sentence of at most 300 characters.")
    public String summariseActions(@Name("actions") List<Map<String, Object>> actions) {
        return actions == null ? null : SequenceSummary.of(Arguments.whole("actions", actions));
    }

    @UserFunction("oxgraph.context_words")
    @Description("A pattern's context, such as run=2, in words, to follow the action's name; null for null.")
    public String contextWords(@Name("context") String context) {
        try {
            return context == null ? null : SituationText.words(context);
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw ErrorCode.INVALID_INPUT.with("field", "context", "reason", "is no situation");
        }
    }
}
