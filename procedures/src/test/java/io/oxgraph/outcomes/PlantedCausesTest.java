package io.oxgraph.outcomes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxgraph.outcomes.OutcomeFindings.Finding;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A world with known causes of bad ends, with confounders, and with a thousand actions that change nothing. */
class PlantedCausesTest {
    private static final ZonedDateTime START = ZonedDateTime.of(2026, 1, 1, 9, 0, 0, 0, ZoneOffset.UTC);
    private static final int COINCIDENCES = 1_000;
    private static final int RUNS = 2_000;
    private static final Set<String> CAUSES =
            Set.of("outcome=has:force_push", "outcome=missing:run_tests", "outcome=before:deploy|review");

    private static List<Map<String, Object>> world(long seed, int runs) {
        Random random = new Random(seed);
        List<Map<String, Object>> found = new ArrayList<>();
        for (int i = 0; i < runs; i++) {
            found.add(run(random, i));
        }
        return found;
    }

    /** The task's kind drives both the end and the use of migrate; agent B fails more and alone calls improvise. */
    private static Map<String, Object> run(Random random, int number) {
        boolean isHard = random.nextDouble() < 0.4;
        boolean isB = random.nextDouble() < 0.3;
        List<String> steps = new ArrayList<>();
        for (int i = 0; i < COINCIDENCES; i++) {
            if (random.nextDouble() < 0.01 + 0.19 * i / COINCIDENCES && steps.size() < 90) {
                steps.add("noise" + random.nextInt(COINCIDENCES));
            }
        }
        double risk = 0.15 + (isHard ? 0.3 : 0) + (isB ? 0.15 : 0);
        if (random.nextDouble() < 0.2) {
            steps.addFirst("force_push");
            risk += 0.25;
        }
        if (random.nextDouble() < 0.7) {
            steps.addFirst("run_tests");
        } else {
            risk += 0.2;
        }
        if (random.nextDouble() < 0.5) {
            boolean deploysFirst = random.nextBoolean();
            steps.addFirst(deploysFirst ? "review" : "deploy");
            steps.addFirst(deploysFirst ? "deploy" : "review");
            risk += deploysFirst ? 0.25 : 0;
        }
        if (random.nextDouble() < (isHard ? 0.7 : 0.1)) {
            steps.add("migrate");
        }
        if (isB && random.nextDouble() < 0.8) {
            steps.add("improvise");
        }
        return Map.of(
                "id",
                "r" + number,
                "agent_id",
                isB ? "B" : "A",
                "run_kind",
                isHard ? "Schema" : "Page",
                "run_at",
                START.plusMinutes(number),
                "outcome",
                random.nextDouble() < risk ? "failure" : "success",
                "run_steps",
                steps);
    }

    private static List<Finding> findings(long seed, int runs) {
        return OutcomeFindings.of(world(seed, runs).stream().map(Run::of).toList(), 5);
    }

    @Test
    void planted_causes_are_found_and_coincidences_are_not() {
        int promoted = 0;
        int wrong = 0;
        for (long seed = 1; seed <= 3; seed++) {
            List<Finding> found = findings(seed, RUNS);
            Set<String> causes = found.stream()
                    .filter(finding -> finding.confoundedBy() == null)
                    .map(finding -> finding.candidate().context())
                    .collect(Collectors.toCollection(HashSet::new));
            assertTrue(causes.containsAll(CAUSES), "seed " + seed + " found " + causes);
            promoted += causes.size();
            causes.removeAll(CAUSES);
            wrong += causes.size();
        }
        assertTrue(wrong * 10 <= promoted, wrong + " of " + promoted + " are false");
    }

    @Test
    void what_the_task_or_the_agent_explains_is_named_as_such() {
        Map<String, String> confounded = findings(1, RUNS).stream()
                .filter(finding -> finding.confoundedBy() != null)
                .collect(Collectors.toMap(finding -> finding.candidate().context(), Finding::confoundedBy));
        assertEquals("task", confounded.get("outcome=has:migrate"));
        assertEquals("agent", confounded.get("outcome=has:improvise"));
    }

    @Test
    void what_similar_intents_explain_is_named_as_such() {
        Random random = new Random(4);
        List<Map<String, Object>> runs = new ArrayList<>();
        for (Map<String, Object> run : world(1, RUNS)) {
            boolean isHard = "Schema".equals(run.get("run_kind"));
            int number = random.nextInt(1_000_000);
            Map<String, Object> told = new HashMap<>(run);
            told.put("run_kind", "");
            told.put("intent", isHard ? "Change the schema of table " + number : "Write page " + number + " anew");
            runs.add(told);
        }
        Map<String, String> confounded = OutcomeFindings.of(
                        runs.stream().map(Run::of).toList(), 5)
                .stream()
                .filter(finding -> finding.candidate().context().equals("outcome=has:migrate"))
                .collect(Collectors.toMap(finding -> finding.candidate().context(), Finding::confoundedBy));
        assertEquals(Map.of("outcome=has:migrate", "task"), confounded);
    }

    @Test
    void a_pattern_is_promoted_superseded_and_retired() {
        Map<String, Object> settings = Map.of("promote_samples", 5L, "supersede_shift", 0.15);
        List<Map<String, Object>> first = runs(0, 60, 0.9);
        List<Map<String, Object>> written = versions(first, List.of(), settings);
        Map<String, Object> pattern = only(written);
        assertEquals("active", pattern.get("status"));
        assertEquals(1L, pattern.get("version"));
        assertEquals(
                List.of(), statuses(versions(first, List.of(pattern), settings), "superseded"), "the same runs again");
        List<Map<String, Object>> more = new ArrayList<>(first);
        more.addAll(runs(60, 160, 0.6));
        List<Map<String, Object>> moved = versions(more, List.of(pattern), settings);
        assertEquals(List.of(pattern.get("id")), statuses(moved, "superseded"));
        List<Map<String, Object>> gone = versions(runs(400, 60, 0.1), List.of(pattern), settings);
        assertEquals(List.of(pattern.get("id")), statuses(gone, "deleted"));
    }

    @Test
    void what_decayed_after_the_runs_that_are_judged_goes_on_as_it_was_then() {
        Map<String, Object> settings = Map.of("promote_samples", 5L, "supersede_shift", 0.15);
        List<Map<String, Object>> runs = new ArrayList<>(runs(0, 60, 0.9));
        Map<String, Object> decayed = new HashMap<>(only(versions(runs, List.of(), settings)));
        decayed.putAll(Map.of("status", "deleted", "deleted_at", START.plusYears(1), "confidence", 0.01));
        runs.addAll(runs(60, 60, 0.9));
        Map<String, Object> same = only(versions(runs, List.of(decayed), settings));
        assertEquals(decayed.get("id"), same.get("id"));
        assertEquals(List.of("active", 0.9), List.of(same.get("status"), same.get("confidence")));
        runs.addAll(runs(120, 160, 0.6));
        List<Map<String, Object>> moved = versions(runs, List.of(decayed), settings);
        assertEquals(List.of(decayed.get("id")), statuses(moved, "superseded"));
        List<Map<String, Object>> gone = versions(runs(400, 60, 0.1), List.of(decayed), settings);
        assertEquals(List.of(decayed.get("id")), statuses(gone, "deleted"));
        List<Map<String, Object>> anew = versions(runs(600_000, 60, 0.9), List.of(decayed), settings);
        assertEquals(2L, only(anew).get("version"), "runs after it had decayed promote it anew");
    }

    @Test
    void what_decayed_before_it_is_retired_goes_from_its_own_status() {
        Map<String, Object> settings = Map.of("promote_samples", 5L, "supersede_shift", 0.15);
        Map<String, Object> decayed = new HashMap<>(only(versions(runs(0, 60, 0.9), List.of(), settings)));
        decayed.putAll(Map.of("status", "deleted", "deleted_at", START.plusYears(1)));
        assertEquals(
                List.of("retired deleted deleted"),
                rows("transitions", runs(0, 60, 0.1), List.of(decayed), settings).stream()
                        .map(row -> row.get("rule") + " " + row.get("from_status") + " " + row.get("to_status"))
                        .toList());
    }

    @Test
    void a_better_way_supersedes_the_one_that_worked() {
        Map<String, Object> settings = Map.of("promote_samples", 5L, "supersede_shift", 0.15);
        List<Map<String, Object>> first = new ArrayList<>(ways(0, 20, List.of("find", "read!", "read", "answer"), 5));
        first.addAll(ways(20, 20, List.of("find", "guess"), 2));
        Map<String, Object> way = way(versions(first, List.of(), settings));
        assertEquals("outcome=way:Order|find > read > answer", way.get("context"));
        assertEquals("None", way.get("error_code"));
        List<Map<String, Object>> more = new ArrayList<>(first);
        more.addAll(ways(40, 40, List.of("find", "read", "check", "answer"), 40));
        List<Map<String, Object>> moved = versions(more, List.of(way), settings);
        assertEquals(
                "outcome=way:Order|find > read > check > answer", way(moved).get("context"));
        assertEquals(2L, way(moved).get("version"));
        assertEquals(List.of(way.get("id")), statuses(moved, "superseded"));
    }

    private static Map<String, Object> way(List<Map<String, Object>> versions) {
        return versions.stream()
                .filter(row -> String.valueOf(row.get("context")).startsWith("outcome=way:"))
                .findFirst()
                .orElseThrow();
    }

    /** Runs on orders that went one way, of which each n-th ended badly. */
    private static List<Map<String, Object>> ways(int from, int count, List<String> steps, int nth) {
        List<Map<String, Object>> found = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            found.add(Map.of(
                    "id",
                    "w" + (from + i),
                    "run_kind",
                    "Order",
                    "run_at",
                    START.plusMinutes(from + i),
                    "outcome",
                    i % nth == 0 ? "failure" : "success",
                    "run_steps",
                    steps));
        }
        return found;
    }

    private static Map<String, Object> only(List<Map<String, Object>> versions) {
        return versions.stream()
                .filter(row -> "outcome=has:book".equals(row.get("context")))
                .findFirst()
                .orElseThrow();
    }

    private static List<Object> statuses(List<Map<String, Object>> versions, String status) {
        return versions.stream()
                .filter(row -> status.equals(row.get("status")))
                .map(row -> row.get("id"))
                .toList();
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> rows(
            String what,
            List<Map<String, Object>> runs,
            List<Map<String, Object>> standing,
            Map<String, Object> settings) {
        return (List<Map<String, Object>>)
                OutcomeFold.fold("w", runs, standing, settings).get(what);
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> versions(
            List<Map<String, Object>> runs, List<Map<String, Object>> standing, Map<String, Object> settings) {
        List<Map<String, Object>> found = new ArrayList<>();
        for (Map<String, Object> row : rows("versions", runs, standing, settings)) {
            Map<String, Object> properties = new HashMap<>((Map<String, Object>) row.get("properties"));
            properties.put("id", row.get("id"));
            found.add(properties);
        }
        return found;
    }

    /** Runs of which a third call book, which ends badly at this rate, and otherwise at 0.1. */
    private static List<Map<String, Object>> runs(int from, int count, double rate) {
        List<Map<String, Object>> found = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            boolean books = i % 3 == 0;
            double share = (i / 3 % 10 + 0.5) / 10;
            boolean failed = share < (books ? rate : 0.1);
            found.add(Map.of(
                    "id",
                    "q" + (from + i),
                    "run_at",
                    START.plusMinutes(from + i),
                    "outcome",
                    failed ? "failure" : "success",
                    "run_steps",
                    books ? List.of("find", "book") : List.of("find", "list")));
        }
        return found;
    }
}
