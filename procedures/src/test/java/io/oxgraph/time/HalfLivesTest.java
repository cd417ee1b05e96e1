package io.oxgraph.time;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

class HalfLivesTest {
    private static final Map<String, Object> WORKSPACE =
            Map.of("half_life_fact_days", 90L, "half_life_recipe_days", 12.5, "half_life_task_days", "soon");

    @Test
    void the_workspaces_own_and_the_defaults() {
        assertEquals(90, HalfLives.days(WORKSPACE, "fact"));
        assertEquals(12.5, HalfLives.days(WORKSPACE, "recipe"));
        assertEquals(7, HalfLives.days(WORKSPACE, "task"));
        assertEquals(30, HalfLives.days(Map.of(), "event"));
        assertEquals(180, HalfLives.days(Map.of(), "anything"));
    }

    @Test
    void all_types_that_a_workspace_knows() {
        Map<String, Double> all = HalfLives.all(WORKSPACE);
        assertEquals(8, all.size());
        all.forEach((type, days) -> assertEquals(days, HalfLives.days(WORKSPACE, type), type));
    }
}
