package io.oxgraph.patterns;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.oxgraph.patterns.FoldResult.Fields;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PatternFoldTest {
    private static final ZonedDateTime START = ZonedDateTime.of(2025, 3, 1, 0, 0, 0, 0, ZoneOffset.UTC);
    private static final Map<String, Object> SETTINGS = Map.of(
            "evidence_window_days",
            30L,
            "promote_samples",
            2L,
            "promote_confidence",
            0.6,
            "supersede_shift",
            0.15,
            "decay_after_days",
            30L,
            "decay_factor",
            0.9,
            "retire_confidence",
            0.2,
            "digest",
            "d");

    private static Map<String, Object> sequence(String id, int hour, int day, String errorCode, long count) {
        Map<String, Object> sequence = new HashMap<>();
        sequence.put("id", id);
        sequence.put("counted_at", START.plusDays(day));
        sequence.put("closes_at", START.plusDays(day - 1L).plusHours(hour));
        sequence.put("started_at", START.plusDays(day - 1L));
        sequence.put("ended_at", START.plusDays(day - 1L).plusMinutes(1));
        sequence.put("tally_action_types", List.of("do"));
        sequence.put("tally_node_types", List.of(""));
        sequence.put("tally_error_codes", List.of(errorCode));
        sequence.put("tally_counts", List.of(count));
        sequence.put("tally_recoveries", List.of("look"));
        return sequence;
    }

    private static Map<String, Object> fold(
            Map<String, Object> before, boolean finish, List<Map<String, Object>> sequences) {
        Map<String, Object> standing = Map.of("tallies", stored(before, "tallies"), "keys", stored(before, "keys"));
        return PatternFold.fold("w", standing, sequences, SETTINGS, false, finish);
    }

    private static List<Map<String, Object>> rows(Map<String, Object> result, String kind) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Object row : (List<?>) result.getOrDefault(kind, List.of())) {
            Map<String, Object> copy = new HashMap<>();
            ((Map<?, ?>) row).forEach((key, value) -> copy.put((String) key, value));
            rows.add(copy);
        }
        return rows;
    }

    /** What a pass would read back. */
    private static List<Map<String, Object>> stored(Map<String, Object> result, String kind) {
        List<Map<String, Object>> nodes = new ArrayList<>();
        for (Map<String, Object> row : rows(result, kind)) {
            Map<String, Object> copy = new HashMap<>();
            ((Map<?, ?>) row.get("properties")).forEach((key, value) -> copy.put((String) key, value));
            nodes.add(copy);
        }
        return nodes;
    }

    @Test
    void theRulesWaitUntilTheInstantIsComplete() {
        Map<String, Object> half =
                fold(Map.of(), false, List.of(sequence("a", 1, 1, "E", 1), sequence("b", 2, 1, "E", 1)));
        assertEquals(List.of(), rows(half, "versions"));
        Map<String, Object> whole = fold(half, true, List.of(sequence("c", 3, 1, "None", 2)));
        assertEquals(List.of(), rows(whole, "versions"), "two of four is not enough");
        Map<String, Object> key = stored(whole, "keys").get(0);
        assertEquals(
                List.of("E", 2L, 0.5), List.of(key.get("error_code"), key.get("sample_count"), key.get("confidence")));
    }

    @Test
    void anInstantIsJudgedWhenTheNextBegins() {
        Map<String, Object> result = fold(
                Map.of(),
                true,
                List.of(sequence("a", 1, 1, "E", 1), sequence("b", 2, 1, "E", 1), sequence("c", 1, 2, "None", 1)));
        List<Map<String, Object>> versions = stored(result, "versions");
        assertEquals(
                List.of("superseded", "active"),
                versions.stream().map(node -> node.get("status")).toList());
        assertEquals(START.plusDays(2), versions.get(1).get("promoted_at"));
        assertEquals(
                List.of("promoted", "superseded", "supersedes"),
                rows(result, "transitions").stream().map(row -> row.get("rule")).toList());
    }

    @Test
    void inTwoCallsAsInOne() {
        List<Map<String, Object>> sequences = List.of(
                sequence("a", 1, 1, "E", 1),
                sequence("b", 2, 1, "E", 1),
                sequence("c", 1, 2, "E", 3),
                sequence("d", 1, 9, "None", 1));
        Map<String, Object> once = fold(Map.of(), true, sequences);
        for (int cut = 1; cut < sequences.size(); cut++) {
            Map<String, Object> first = fold(Map.of(), false, sequences.subList(0, cut));
            Map<String, Object> second = fold(first, true, sequences.subList(cut, sequences.size()));
            assertEquals(rows(once, "keys"), rows(second, "keys"), "cut at " + cut);
            assertEquals(rows(once, "tallies"), rows(second, "tallies"), "cut at " + cut);
            assertEquals(versions(once), versions(first, second), "cut at " + cut);
        }
    }

    /** The versions as they stand after the calls. */
    @SafeVarargs
    private static Map<Object, Map<String, Object>> versions(Map<String, Object>... results) {
        Map<Object, Map<String, Object>> nodes = new HashMap<>();
        for (Map<String, Object> result : results) {
            for (Map<String, Object> row : rows(result, "versions")) {
                Map<String, Object> node = nodes.computeIfAbsent(row.get("id"), id -> new HashMap<>());
                ((Map<?, ?>) row.get("properties")).forEach((key, value) -> node.put((String) key, value));
            }
        }
        return nodes;
    }

    @Test
    void whatComesAfterItsInstantWasJudgedIsMarked() {
        Map<String, Object> judged = fold(Map.of(), true, List.of(sequence("a", 1, 2, "E", 1)));
        Map<String, Object> late = fold(judged, true, List.of(sequence("b", 1, 1, "E", 1)));
        assertEquals(List.of(Map.of("refold", "marked")), stored(late, "tallies"));
        assertEquals(List.of(), rows(late, "keys"));
    }

    @Test
    void theBestRecoveryIsTheMostFrequent() {
        Recoveries recoveries = Recoveries.of(
                new Fields(Map.of("recovery_action_types", List.of("b", "a"), "recovery_counts", List.of(1L, 1L))));
        assertEquals(new Recoveries.Best("a", 1L, 2), recoveries.best());
        recoveries.add(0, "b");
        assertEquals(new Recoveries.Best("b", 2L, 3), recoveries.best());
    }

    @Test
    void threeSequencesThatEndedWellOutweighAllOthers() {
        Recoveries recoveries = Recoveries.of(new Fields(Map.of()));
        for (int i = 0; i < 9; i++) {
            recoveries.add(i, "often");
        }
        recoveries.addSuccessful(9, "well");
        recoveries.addSuccessful(9, "well");
        assertEquals(new Recoveries.Best("often", 9L, 11), recoveries.best());
        recoveries.addSuccessful(9, "");
        recoveries.addSuccessful(9, "too");
        assertEquals(new Recoveries.Best("well", 2L, 3), recoveries.best());
    }
}
