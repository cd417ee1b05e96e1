package io.oxgraph.procedure;

import io.oxgraph.statistics.ActionTally;
import java.util.List;
import java.util.Map;
import org.neo4j.graphdb.Node;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.UserAggregationFunction;
import org.neo4j.procedure.UserAggregationResult;
import org.neo4j.procedure.UserAggregationUpdate;

/** The aggregating functions. */
public final class CountFunctions {
    @UserAggregationFunction("oxgraph.count_actions")
    @Description(
            "Counts actions and failures by period, by slice, and by tool, agent, node type and error code, as maps. Each "
                    + "action is read once.")
    public ActionCounts countActions() {
        return new ActionCounts();
    }

    /** The counts of one aggregation. */
    public static final class ActionCounts {
        private final ActionTally tally = new ActionTally();

        @UserAggregationUpdate
        public void update(@Name("action") Node action, @Name("period") Long period, @Name("slice") Long slice) {
            tally.add(
                    Arguments.given("action", action),
                    Arguments.given("period", period),
                    Arguments.given("slice", slice));
        }

        @UserAggregationResult
        public List<Map<String, Object>> result() {
            return tally.rows();
        }
    }
}
