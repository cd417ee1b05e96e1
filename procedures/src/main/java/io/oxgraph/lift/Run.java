package io.oxgraph.lift;

import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Relations;
import io.oxgraph.model.ChainKey;
import io.oxgraph.situation.Step;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.neo4j.graphdb.Direction;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;

/**
 * A closed sequence.
 *
 * @param deeds its actions, in order
 */
record Run(Node node, String sessionId, ZonedDateTime startedAt, ZonedDateTime closesAt, List<Deed> deeds) {
    private static final String UNKNOWN = "UnknownError";

    /**
     * An action of it.
     *
     * @param errorCode as it stands in a pattern's key
     */
    record Deed(Step step, String errorCode) {
        static Deed of(Map<String, Object> action) {
            Step step = Step.of(action);
            return new Deed(step, action.get("error_code") instanceof String code ? code : UNKNOWN);
        }
    }

    static Run of(Node sequence) {
        return new Run(
                sequence,
                (String) sequence.getProperty("session_id"),
                (ZonedDateTime) sequence.getProperty("started_at"),
                (ZonedDateTime) sequence.getProperty("closes_at"),
                deeds(sequence));
    }

    private static List<Deed> deeds(Node sequence) {
        List<Map<String, Object>> actions = new ArrayList<>();
        try (var contained = sequence.getRelationships(Direction.OUTGOING, Relations.CONTAINS)) {
            for (Relationship one : contained) {
                actions.add(one.getEndNode().getAllProperties());
            }
        }
        actions.sort(Comparator.comparing(Run::place));
        return actions.stream().map(Deed::of).toList();
    }

    private static ChainKey place(Map<String, Object> action) {
        return new ChainKey(
                (ZonedDateTime) action.get("started_at"), (Long) action.get("seq"), (String) action.get(Keys.ID));
    }

    /** Whether pass 2 counted it as evidence of the pattern. */
    boolean isEvidenceOf(Node pattern) {
        try (var evidence = node.getRelationships(Direction.INCOMING, Relations.EVIDENCE)) {
            return evidence.stream().anyMatch(one -> one.getStartNode().equals(pattern));
        }
    }

    boolean isCounted() {
        return node.hasProperty("counted_at");
    }
}
