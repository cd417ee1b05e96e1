package io.oxgraph.outcomes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxgraph.outcomes.AgentChanges.AgentChange;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Agents that change are noticed; those that do not are left alone. */
class AgentChangesTest {
    private static final ZonedDateTime START = ZonedDateTime.of(2026, 1, 1, 9, 0, 0, 0, ZoneOffset.UTC);

    private final Random random = new Random(5);

    private Run run(int number, String agent, String model, double rate, boolean hasError) {
        return Run.of(row(number, agent, model, rate, hasError));
    }

    private Map<String, Object> row(int number, String agent, String model, double rate, boolean hasError) {
        return Map.of(
                "id",
                agent + number,
                "agent_id",
                agent,
                "model",
                model,
                "run_at",
                START.plusMinutes(number),
                "outcome",
                random.nextDouble() < rate ? "failure" : "success",
                "run_steps",
                List.of("find", hasError ? "pay!" : "pay"));
    }

    @Test
    void an_agent_that_ends_better_from_a_time_on_is_noticed_there() {
        List<Run> runs = new ArrayList<>();
        for (int i = 0; i < 150; i++) {
            runs.add(run(i, "a", "", i < 100 ? 0.6 : 0.1, false));
            runs.add(run(i, "b", "", 0.4, false));
        }
        AgentChanges found = AgentChanges.of(runs);
        assertEquals(1, found.all().size());
        AgentChange change = found.all().getFirst();
        assertEquals(List.of("a", "runs"), List.of(change.agentId(), change.measure()));
        assertTrue(change.at().isAfter(START.plusMinutes(90)) && change.at().isBefore(START.plusMinutes(110)));
        assertTrue(change.before() > 0.5 && change.after() < 0.2);
        assertTrue(found.isPast(runs.getFirst()));
        assertEquals(
                0,
                runs.stream()
                        .filter(run -> run.agentId().equals("b") && found.isPast(run))
                        .count());
    }

    @Test
    void errors_that_begin_are_noticed_though_runs_end_alike() {
        List<Run> runs = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            runs.add(run(i, "a", "", 0.3, i >= 60));
        }
        assertEquals("errors", AgentChanges.of(runs).all().getFirst().measure());
    }

    @Test
    void another_model_is_another_agent_and_no_change() {
        List<Run> runs = new ArrayList<>();
        for (int i = 0; i < 120; i++) {
            runs.add(run(i, "a", i < 60 ? "m-1" : "m-2", i < 60 ? 0.8 : 0.1, false));
        }
        assertEquals(List.of(), AgentChanges.of(runs).all());
    }

    @Test
    void agents_that_do_not_change_are_seldom_said_to() {
        int said = 0;
        for (int world = 0; world < 60; world++) {
            List<Run> runs = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                runs.add(run(i, "a", "", 0.5, random.nextDouble() < 0.2));
            }
            for (int seen = 40; seen <= 300; seen += 20) {
                if (!AgentChanges.of(runs.subList(0, seen)).all().isEmpty()) {
                    said++;
                    break;
                }
            }
        }
        assertTrue(said <= 5, said + " of 60"); // 1 in 20 is allowed: 3, and what chance adds
    }

    @Test
    @SuppressWarnings("unchecked")
    void what_was_learned_before_a_change_no_longer_counts() {
        List<Map<String, Object>> runs = new ArrayList<>();
        for (int i = 0; i < 120; i++) {
            runs.add(row(i, "a", "", i < 80 ? 0.9 : 0.05, false));
        }
        Map<String, Object> settings = Map.of("promote_samples", 5L, "supersede_shift", 0.15);
        Map<String, Object> fold = OutcomeFold.fold("w", runs, List.of(), settings);
        Map<String, Object> model = (Map<String, Object>) fold.get("model");
        assertTrue((long) model.get("runs") <= 45, "runs learned from: " + model.get("runs"));
        List<Map<String, Object>> changes = (List<Map<String, Object>>) fold.get("changes");
        assertEquals("a", changes.getFirst().get("agent_id"));
        assertTrue(((String) changes.getFirst().get("inputs")).startsWith("{\"agent_id\":\"a\",\"model\":\"\""));
        assertEquals(120, ((List<?>) fold.get("scores")).size());
    }
}
