package io.oxgraph.procedure;

import io.oxgraph.statistics.ConfidenceIntervals.Wilson;
import io.oxgraph.statistics.SequenceTally;
import java.util.List;
import java.util.Map;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.UserFunction;

/** Statistical functions. */
public final class StatisticsFunctions {
    @UserFunction("oxgraph.wilson")
    @Description("Wilson score interval [low, high] for successes of trials; [0, 1] without trials. z = 1.96 is 95%.")
    public List<Double> wilson(
            @Name("successes") Long successes,
            @Name("trials") Long trials,
            @Name(value = "z", defaultValue = "1.96") Double z) {
        return Arguments.anyNull(successes, trials, z) ? null : Wilson.interval(successes, trials, z);
    }

    @UserFunction("oxgraph.tally")
    @Description("Counts actions (maps with action_type, node_type, error_code, outcome, in time order) by key: "
            + "{action_type, node_type, error_code, count, recovery}, sorted by key.")
    public List<Map<String, Object>> tally(@Name("actions") List<Map<String, Object>> actions) {
        return actions == null ? null : SequenceTally.of(Arguments.whole("actions", actions));
    }
}
