package io.oxgraph.patterns;

import static io.oxgraph.patterns.FoldGraph.START;
import static io.oxgraph.patterns.FoldGraph.sequence;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxgraph.situation.CalibrationRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ContextFoldTest {
    /** `book` fails whenever it comes right after a `convert` that failed, and else never. */
    private static List<Map<String, Object>> booking(int sequences) {
        List<Map<String, Object>> told = new ArrayList<>();
        for (int i = 0; i < sequences; i++) {
            told.add(
                    i % 2 == 0
                            ? sequence(i, "success", "convert!", "book!", "calculate", "book")
                            : sequence(i, "success", "convert", "book"));
        }
        return told;
    }

    private static Map<String, Object> only(List<Map<String, Object>> nodes) {
        assertEquals(1, nodes.size());
        return nodes.get(0);
    }

    @Test
    void a_context_becomes_a_pattern_where_the_plain_key_says_nothing() {
        FoldGraph graph = new FoldGraph().fold(true, booking(20));
        assertEquals(List.of("book previous=convert:bad"), graph.active());
        Map<String, Object> pattern = only(graph.of("versions", "previous=convert:bad"));
        assertEquals("book::AnyError, right after a failed convert action", pattern.get("name"));
        assertEquals("AnyError", pattern.get("error_code"));
        assertEquals("right after a failed convert action", pattern.get("context_text"));
        assertEquals(
                List.of(10L, 10L, 10L, 1.0),
                List.of(
                        pattern.get("sample_count"),
                        pattern.get("action_count"),
                        pattern.get("total_count"),
                        pattern.get("confidence")));
        assertEquals(List.of(20L, 0L), List.of(pattern.get("other_count"), pattern.get("other_failures")));
        assertEquals(3.0, pattern.get("lift"));
        assertEquals(
                List.of("calculate", 10L, 10L),
                List.of(pattern.get("next_action_type"), pattern.get("next_count"), pattern.get("next_total")));
        assertTrue((double) pattern.get("log_evidence") > 10);
    }

    /** Of 60 days of a failure each, what helped in the first 30 has left the window with its failures: 11 of 31 remain. */
    @Test
    void what_worked_next_is_of_the_evidence_window() {
        FoldGraph graph = new FoldGraph();
        for (int day = 0; day < 60; day++) {
            String remedy = day < 40 ? "reinstall" : "activate";
            graph.fold( // day by day, so that the counts go through the nodes
                    true,
                    List.of(
                            sequence(24 * day, "success", "convert!", "book!", remedy, "book"),
                            sequence(24 * day + 1, "success", "convert", "book")));
        }
        Map<String, Object> pattern = graph.of("versions", "previous=convert:bad").stream()
                .filter(version -> "active".equals(version.get("status")))
                .findFirst()
                .orElseThrow();
        assertEquals(
                List.of("activate", 20L, pattern.get("action_count")),
                List.of(pattern.get("next_action_type"), pattern.get("next_count"), pattern.get("next_total")));
    }

    @Test
    void plain_patterns_lack_what_contexts_have() {
        FoldGraph graph = new FoldGraph().with("promote_confidence", 0.1).fold(true, booking(20));
        Map<String, Object> plain = graph.nodes.get("versions").values().stream()
                .filter(node -> "E1".equals(node.get("error_code")))
                .findFirst()
                .orElseThrow();
        for (String name : List.of("context", "context_text", "other_count", "lift", "log_evidence", "next_total")) {
            assertFalse(plain.containsKey(name), name);
        }
    }

    @Test
    void what_adds_nothing_to_a_wider_context_is_no_pattern() {
        FoldGraph graph = new FoldGraph().fold(true, booking(40));
        // All of its cases are those of previous=convert:bad.
        Map<String, Object> both = only(graph.of("keys", "previous+run=convert:bad|0"));
        assertEquals("candidate", both.get("status"));
    }

    @Test
    void its_evidence_are_the_sequences_with_a_failure_in_it() {
        FoldGraph graph = new FoldGraph().fold(true, booking(20));
        String key = (String) only(graph.of("keys", "previous=convert:bad")).get("id");
        assertEquals(10, graph.evidence.get(key).size());
        String clean = (String) only(graph.of("keys", "previous=convert:ok")).get("id");
        assertFalse(graph.evidence.containsKey(clean));
    }

    @Test
    void in_several_calls_as_in_one() {
        List<Map<String, Object>> sequences = random(120, 7);
        FoldGraph once = new FoldGraph().with("promote_samples", 2L).fold(true, sequences);
        Random random = new Random(1);
        for (int round = 0; round < 10; round++) {
            FoldGraph pieces = new FoldGraph().with("promote_samples", 2L);
            int from = 0;
            while (from < sequences.size()) {
                int to = Math.min(sequences.size(), from + 1 + random.nextInt(40));
                pieces.fold(to == sequences.size(), sequences.subList(from, to));
                from = to;
            }
            assertEquals(once.nodes, pieces.nodes);
            assertEquals(once.evidence, pieces.evidence);
            assertEquals(once.transitions.size(), pieces.transitions.size());
        }
    }

    /** Sequences of a few actions, of which some fail, over some months. */
    private static List<Map<String, Object>> random(int count, long seed) {
        Random random = new Random(seed);
        List<Map<String, Object>> sequences = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String[] actions = new String[1 + random.nextInt(6)];
            for (int k = 0; k < actions.length; k++) {
                String failed = random.nextInt(3) == 0 ? "!" : "";
                String target = random.nextBoolean() ? "@n" + random.nextInt(4) : "";
                actions[k] = "a" + random.nextInt(2) + failed + target;
            }
            sequences.add(sequence(i * 13, random.nextBoolean() ? "success" : "failure", actions));
        }
        return sequences;
    }

    @Test
    void what_closed_before_what_was_counted_is_late_even_within_an_instant() {
        FoldGraph graph = new FoldGraph().fold(false, List.of(sequence(5, "success", "do")));
        graph.fold(true, List.of(sequence(4, "success", "do!")));
        assertEquals(
                "marked", only(List.copyOf(graph.nodes.get("tallies").values())).get("refold"));
    }

    @Test
    void the_window_moves_by_days() {
        FoldGraph graph = new FoldGraph().fold(true, booking(20));
        graph.fold(true, List.of(sequence("z", START.plusDays(40), "success", "convert", "book")));
        assertEquals(
                "deleted", only(graph.of("versions", "previous=convert:bad")).get("status"));
        Map<String, Object> key = only(graph.of("keys", "previous=convert:bad"));
        assertEquals(List.of(0L, 0L), List.of(key.get("total_count"), key.get("action_count")));
        assertEquals(List.of(), graph.of("keys", "run=1"), "what never was a pattern is let go with its last day");
    }

    @Test
    void it_falls_when_the_rest_fails_as_often() {
        List<Map<String, Object>> sequences = new ArrayList<>(booking(20));
        for (int i = 20; i < 60; i++) {
            sequences.add(sequence(i, "failure", "convert", "book!"));
        }
        for (int i = 60; i < 66; i++) {
            sequences.add(sequence(i, "success", "convert!", "book"));
        }
        FoldGraph graph = new FoldGraph().fold(true, sequences);
        assertFalse(graph.active().contains("book previous=convert:bad"));
    }

    @Test
    void it_is_superseded_when_its_share_moves() {
        List<Map<String, Object>> sequences = new ArrayList<>(booking(20));
        for (int i = 24; i < 30; i++) {
            sequences.add(sequence(i, "success", "convert!", "book"));
        }
        FoldGraph graph = new FoldGraph().fold(true, sequences);
        List<Object> states = new ArrayList<>();
        graph.of("versions", "previous=convert:bad").stream()
                .sorted((a, b) -> Long.compare((long) a.get("version"), (long) b.get("version")))
                .forEach(node -> states.add(node.get("status")));
        assertEquals(List.of("superseded", "active"), states);
    }

    @Test
    void only_the_contexts_seen_most_are_kept() {
        List<Map<String, Object>> sequences = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            sequences.add(sequence(i, "success", "often", "do!", "rare" + i, "do!"));
        }
        FoldGraph graph = new FoldGraph().fold(true, sequences);
        long kept = graph.nodes.get("keys").values().stream()
                .filter(node -> "do".equals(node.get("action_type")))
                .filter(node -> String.valueOf(node.get("context")).startsWith("previous="))
                .count();
        assertEquals(ContextFold.MAX_CONTEXTS, kept);
        assertEquals(704L, only(graph.of("keys", "previous=often:ok")).get("total_count"), "all of the window");
    }

    @Test
    void a_targets_counts_do_not_reveal_its_id() {
        List<Map<String, Object>> sequences = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            sequences.add(sequence(i, "success", i % 4 == 0 ? "do!@bad" : "do@good" + i % 4));
        }
        FoldGraph graph = new FoldGraph().fold(true, sequences);
        assertEquals(List.of("do history=bad"), graph.active());
        assertEquals(4, graph.nodes.get("node_tallies").size());
        assertFalse(graph.nodes.toString().contains("good1"));
    }

    @Test
    void the_calibration_record_excludes_warned_actions() {
        List<Map<String, Object>> sequences = booking(20);
        FoldGraph graph = new FoldGraph().fold(true, sequences);
        assertEquals(60, cases(graph));
        sequences.forEach(FoldGraph::warn);
        assertEquals(0, cases(new FoldGraph().fold(true, sequences)));
    }

    private static long cases(FoldGraph graph) {
        List<CalibrationRecord> ledgers = graph.nodes.get("tallies").values().stream()
                .map(CalibrationRecord::of)
                .toList();
        return CalibrationRecord.cells(ledgers, 0).stream()
                .mapToLong(CalibrationRecord.Cell::actions)
                .sum();
    }
}
