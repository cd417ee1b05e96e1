package io.oxgraph.semantic;

import static io.oxgraph.error.ErrorCode.INVALID_INPUT;
import static io.oxgraph.error.ErrorCode.NOT_FOUND;
import static io.oxgraph.error.ErrorCode.WORKSPACE_NOT_FOUND;
import static io.oxgraph.semantic.MemoryGraph.day;
import static io.oxgraph.semantic.MemoryGraph.home;
import static io.oxgraph.semantic.MemoryGraph.item;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxgraph.testing.Neo4jExtension;
import io.oxgraph.testing.TestGraph;
import io.oxgraph.time.Validity;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Neo4jExtension.class)
class StatusChangesTest {
    private MemoryGraph memories;

    @BeforeEach
    void fresh(TestGraph graph) {
        memories = new MemoryGraph(graph);
    }

    private List<Map<String, Object>> call(String procedure, double day, String... ids) {
        return memories.graph.run("CALL oxgraph." + procedure + "($w, $ids, $at)", "ids", List.of(ids), "at", day(day));
    }

    private List<Map<String, Object>> forget(double day, boolean restore, String... ids) {
        return memories.graph.run(
                "CALL oxgraph.forget($w, $ids, $restore, $at)",
                "ids",
                List.of(ids),
                "restore",
                restore,
                "at",
                day(day));
    }

    private List<Map<String, Object>> review(double day, String keep, String... others) {
        return memories.graph.run(
                "CALL oxgraph.review($w, $keep, $others, $at)",
                "keep",
                keep,
                "others",
                List.of(others),
                "at",
                day(day));
    }

    private static Map<String, Object> row(String id, String outcome, String from, String to) {
        Map<String, Object> row = new HashMap<>(Map.of("id", id, "outcome", outcome));
        row.put("from_status", from);
        row.put("to_status", to);
        return row;
    }

    private void expire(String id, double day) {
        memories.graph.run(
                "MATCH (m:memory {workspace_id: $w, id: $id}) SET m.status = 'expired', m.expired_at = $at",
                "id",
                id,
                "at",
                day(day));
    }

    @Test
    void reading_counts() {
        String oslo = memories.remember(1, home("Oslo", 0));
        assertEquals(
                List.of(row(oslo, "touched", "active", "active"), row("nobody", "not_found", null, null)),
                call("touch", 3, oslo, "nobody"));
        call("touch", 2, oslo, oslo);
        assertEquals(3L, memories.memory(oslo).get("access_count"));
        assertEquals(day(3), memories.memory(oslo).get("last_accessed_at"));
        assertEquals(List.of("remembered"), memories.rules(oslo));
    }

    @Test
    void reading_an_expired_memory_revives_it_among_its_rivals() {
        String oslo = memories.remember(1, home("Oslo", 0));
        expire(oslo, 2);
        String lima = memories.remember(11, home("Lima", 10));
        assertEquals(List.of(), memories.linked(oslo, "superseded_by"));
        assertEquals(List.of(row(oslo, "revived", "expired", "superseded")), call("touch", 12, oslo));
        assertEquals(List.of(lima), memories.linked(oslo, "superseded_by"));
        assertEquals(day(10), memories.memory(oslo).get("valid_to"));
        assertNull(memories.memory(oslo).get("expired_at"));
    }

    @Test
    void what_stays_stale_stays_expired() {
        memories.graph.run("MATCH (n:workspace {workspace_id: $w}) SET n.expire_freshness = 1.3");
        String oslo = memories.remember(1, home("Oslo", 0));
        expire(oslo, 2);
        assertEquals(List.of(row(oslo, "touched", "expired", "expired")), call("touch", 3, oslo), "1.2^1 is below 1.3");
        assertEquals(List.of(row(oslo, "revived", "expired", "active")), call("touch", 3, oslo), "1.2^2 is not");
    }

    @Test
    void forgetting_is_taken_back() {
        String oslo = memories.remember(1, home("Oslo", 0));
        assertEquals(List.of(row(oslo, "forgotten", "active", "forgotten")), forget(2, false, oslo));
        assertEquals(List.of(row(oslo, "unchanged", "forgotten", "forgotten")), forget(3, false, oslo));
        assertEquals(day(2), memories.memory(oslo).get("forgotten_at"));
        assertEquals(List.of(row(oslo, "unchanged", "forgotten", "forgotten")), call("touch", 3, oslo));
        assertEquals(List.of(row(oslo, "revived", "forgotten", "active")), call("revive", 4, oslo));
        assertEquals(day(4), memories.memory(oslo).get("last_accessed_at"));
        assertEquals(List.of(row(oslo, "unchanged", "active", "active")), call("revive", 4, oslo));
        assertEquals(List.of("remembered", "forgotten", "revived"), memories.rules(oslo));
    }

    @Test
    void what_was_superseded_before_it_was_forgotten_is_so_again() {
        String oslo = memories.remember(1, home("Oslo", 0));
        memories.remember(11, home("Lima", 10));
        forget(12, false, oslo);
        assertEquals(List.of(row(oslo, "revived", "forgotten", "superseded")), call("revive", 13, oslo));
        assertEquals(day(11), memories.memory(oslo).get("superseded_at"));
    }

    @Test
    void forgetting_with_restore_gives_back_what_it_replaced() {
        String oslo = memories.remember(1, home("Oslo", 0));
        String lima = memories.remember(11, home("Lima", 10));
        String rome = memories.remember(21, home("Rome", 20));
        forget(22, true, lima);
        assertEquals(List.of(rome), memories.linked(oslo, "superseded_by"), "restored, and then replaced by rome");
        assertEquals(day(20), memories.memory(oslo).get("valid_to"));
        assertEquals(List.of("remembered", "superseded", "restored", "superseded"), memories.rules(oslo));
        forget(23, true, rome);
        assertEquals("active", memories.status(oslo));
        assertEquals(Validity.OPEN, memories.memory(oslo).get("valid_to"));
        assertNull(memories.memory(oslo).get("superseded_at"));
        assertEquals(
                List.of(Validity.OPEN, day(10), Validity.OPEN, day(20), Validity.OPEN),
                memories.memory(oslo).get("valid_to_history"));
    }

    @Test
    void a_correction_is_taken_back_with_its_retirement() {
        String oslo = memories.remember(1, home("Oslo", 0, "valid_to", day(900)));
        String lima = memories.remember(2, home("Lima", 0, "supersedes", List.of(oslo), "correction", true));
        assertEquals(day(2), memories.memory(oslo).get("retired_at"));
        forget(3, true, lima);
        assertEquals("active", memories.status(oslo));
        assertNull(memories.memory(oslo).get("retired_at"));
        assertEquals(day(900), memories.memory(oslo).get("valid_to"), "as it was stated");
    }

    @Test
    void several_are_forgotten_one_after_the_other() {
        String oslo = memories.remember(1, home("Oslo", 0));
        String lima = memories.remember(11, home("Lima", 10));
        String rome = memories.remember(21, home("Rome", 20));
        forget(22, true, lima, rome);
        assertEquals("active", memories.status(oslo));
        assertEquals(List.of(), memories.linked(oslo, "superseded_by"));
    }

    @Test
    void a_person_decides_a_contradiction() {
        String oslo = memories.remember(1, home("Oslo", 0));
        String lima = memories.remember(1, home("Lima", 0));
        assertEquals(
                List.of(row(oslo, "kept", "active", "active"), row(lima, "reviewed", "active", "superseded")),
                review(2, oslo, lima));
        assertEquals(day(2), memories.memory(lima).get("retired_at"));
        assertEquals(List.of(oslo), memories.linked(lima, "superseded_by"));
        assertNull(memories.memory(oslo).get("needs_review"));
        assertTrue(memories.rules(lima).contains("reviewed"));
        assertEquals("not_found", review(3, oslo, "nobody").getLast().get("outcome"));
    }

    @Test
    void only_an_active_memory_can_be_kept() {
        String oslo = memories.remember(1, home("Oslo", 0));
        String other = memories.remember(1, item("other"));
        forget(2, false, oslo);
        String statement = "CALL oxgraph.review($w, $keep, $others, $now)";
        memories.graph.refused(INVALID_INPUT, statement, "keep", oslo, "others", List.of(other));
        memories.graph.refused(INVALID_INPUT, statement, "keep", other, "others", List.of(other));
        memories.graph.refused(NOT_FOUND, statement, "keep", "nobody", "others", List.of(other));
    }

    @Test
    void a_contradiction_ends_when_one_end_is_forgotten_and_counts_again_when_it_is_back() {
        String oslo = memories.remember(1, home("Oslo", 0));
        String lima = memories.remember(1, home("Lima", 0, "confidence", 0.5));
        assertEquals(0.5, memories.memory(lima).get("rank_weight"));
        forget(2, false, oslo);
        assertEquals(1.0, memories.memory(lima).get("rank_weight"));
        assertNull(memories.memory(lima).get("needs_review"));
        call("revive", 3, oslo);
        assertEquals(0.5, memories.memory(lima).get("rank_weight"));
        assertEquals(true, memories.memory(lima).get("needs_review"));
    }

    @Test
    void a_foreign_workspaces_memories_are_not_found(TestGraph other) {
        String oslo = memories.remember(1, home("Oslo", 0));
        MemoryGraph foreign = new MemoryGraph(other);
        for (String procedure : List.of("touch", "revive")) {
            assertEquals(
                    "not_found",
                    other.run("CALL oxgraph." + procedure + "($w, $ids, $now)", "ids", List.of(oslo))
                            .getFirst()
                            .get("outcome"));
        }
        assertEquals(
                "not_found",
                other.run("CALL oxgraph.forget($w, $ids, true, $now)", "ids", List.of(oslo))
                        .getFirst()
                        .get("outcome"));
        assertEquals("active", memories.status(oslo));
        assertEquals("created", foreign.remember(day(2), home("Oslo", 0)).get("outcome"));
        other.refused(WORKSPACE_NOT_FOUND, "CALL oxgraph.touch('unknown', ['x'], $now)");
        other.refused(INVALID_INPUT, "CALL oxgraph.touch($w, [null], $now)");
    }
}
