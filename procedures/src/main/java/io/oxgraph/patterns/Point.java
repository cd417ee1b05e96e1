package io.oxgraph.patterns;

import java.time.ZonedDateTime;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What one closed sequence says about one pair.
 *
 * @param countedAt the instant at which the sequence counts
 * @param successful whether it came to a good end
 * @param counts by error code
 * @param cases its actions of this pair
 */
record Point(
        String sequenceId,
        ZonedDateTime countedAt,
        ZonedDateTime closesAt,
        ZonedDateTime startedAt,
        ZonedDateTime endedAt,
        boolean successful,
        Map<String, Count> counts,
        List<Case> cases) {

    /** @param recovery the action type that worked after the failure; '' for none */
    record Count(long actions, String recovery) {}

    long actions() {
        return counts.values().stream().mapToLong(Count::actions).sum();
    }

    /** A sequence's points, by pair. */
    static Map<Pair, Point> of(Map<String, Object> sequence) {
        Fields fields = new Fields(sequence);
        Map<Pair, Map<String, Count>> byPair = countsByPair(fields);
        Map<Pair, List<Case>> cases = Case.of(fields.list("actions"));
        Map<Pair, Point> points = LinkedHashMap.newLinkedHashMap(byPair.size());
        byPair.forEach((pair, counts) -> points.put(
                pair,
                new Point(
                        fields.text("id"),
                        fields.time("counted_at"),
                        fields.time("closes_at"),
                        fields.time("started_at"),
                        fields.time("ended_at"),
                        "success".equals(fields.text("outcome")),
                        counts,
                        cases.getOrDefault(pair, List.of()))));
        return points;
    }

    private static Map<Pair, Map<String, Count>> countsByPair(Fields fields) {
        List<String> actionTypes = fields.list("tally_action_types");
        List<String> nodeTypes = fields.list("tally_node_types");
        List<String> errorCodes = fields.list("tally_error_codes");
        List<Long> counts = fields.list("tally_counts");
        List<String> recoveries = fields.list("tally_recoveries");
        Map<Pair, Map<String, Count>> byPair = new LinkedHashMap<>();
        for (int i = 0; i < actionTypes.size(); i++) {
            byPair.computeIfAbsent(new Pair(actionTypes.get(i), nodeTypes.get(i)), pair -> new HashMap<>())
                    .put(errorCodes.get(i), new Count(counts.get(i), recoveries.get(i)));
        }
        return byPair;
    }
}
