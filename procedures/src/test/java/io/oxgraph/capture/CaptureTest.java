package io.oxgraph.capture;

import static io.oxgraph.error.ErrorCode.INVALID_INPUT;
import static io.oxgraph.error.ErrorCode.WORKSPACE_NOT_FOUND;
import static io.oxgraph.testing.TestGraph.NOW;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxgraph.testing.Neo4jExtension;
import io.oxgraph.testing.TestGraph;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.neo4j.graphdb.TransientFailureException;

@ExtendWith(Neo4jExtension.class)
class CaptureTest {
    private static final String CAPTURE = "CALL oxgraph.capture($w, $action, $now)";
    private static final String CAPTURE_MANY = "CALL oxgraph.capture_many($w, $actions, $now)";
    private static final String SESSION = "CALL oxgraph.session($w, $session, $now)";
    /** A session's seq numbers along its chain, by the edges alone. */
    private static final String CHAIN =
            """
            MATCH (:session {workspace_id: $w, session_id: $session_id})-[:`_mem:last`]->(near)
            MATCH (near)-[:`_mem:next`*0..]->(l) WHERE NOT EXISTS { (l)-[:`_mem:next`]->() }
            MATCH path = (first)-[:`_mem:next`*0..]->(l) WHERE NOT EXISTS { ()-[:`_mem:next`]->(first) }
            RETURN [n IN nodes(path) | n.seq] AS seqs""";

    private TestGraph graph;

    @BeforeEach
    void fresh(TestGraph given) {
        graph = given;
    }

    @Test
    void an_action_is_written_with_all_that_belongs_to_it() {
        graph.run("CREATE (:_mem:entity:Person {id: 'e', workspace_id: $w, node_id: 'p1', type: 'person'})");
        graph.run("CREATE (:_mem:entity:Person {id: 'e', workspace_id: 'other', node_id: 'p2', type: 'person'})");
        graph.run("CREATE (:_mem:pattern {id: 'pattern', workspace_id: $w})");
        String id = UUID.randomUUID().toString();
        Map<String, Object> row = graph.run(
                        CAPTURE,
                        "action",
                        action(Map.of(
                                "id",
                                id,
                                "agent_id",
                                "bot",
                                "target_node_type",
                                "person",
                                "target_node_ids",
                                List.of("p1", "p2", "p1"),
                                "outcome",
                                "failure",
                                "latency_ms",
                                1500L,
                                "injected_patterns",
                                List.of("pattern", "unknown"))))
                .getFirst();
        assertEquals(Map.of("captured", true, "action_id", id, "reason", "", "references", 1L, "injected", 1L), row);
        Map<String, Object> written = graph.value("MATCH (a:_mem:action {workspace_id: $w}) RETURN a {.*}");
        assertEquals("UnknownError", written.get("error_code"));
        assertEquals(NOW.minusNanos(1_500_000_000), written.get("started_at"));
        assertEquals(NOW, written.get("ended_at"));
        assertEquals(NOW, written.get("created_at"));
        assertEquals(List.of("p1", "p2"), Arrays.asList((Object[]) written.get("target_node_ids")));
        assertEquals(
                1L,
                graph.<Long>value(
                        "MATCH (:action {workspace_id: $w})-[r:`_mem:references`]->(:Person) RETURN count(r)"));
        assertEquals(
                1L,
                graph.<Long>value(
                        "MATCH (:pattern)-[r:`_mem:injected`]->(:action {workspace_id: $w}) RETURN count(r)"));
    }

    @Test
    void the_session_notes_what_pass_1_has_to_do() {
        capture(at(10), Map.of("latency_ms", 60_000L));
        capture(at(2), Map.of());
        Map<String, Object> session = graph.value("MATCH (s:_mem:session {workspace_id: $w}) RETURN s {.*}");
        assertEquals(at(2), session.get("pending_from"));
        assertEquals(at(11 + 10), session.get("pending_to"), "ten minutes later than the last action's end");
        assertEquals(at(2), session.get("started_at"));
        assertEquals("s", session.get("session_id"));
        assertEquals(graph.<String>value("RETURN oxgraph.stable_id($w, 'session', ['s'])"), session.get("id"));
    }

    @Test
    void the_same_id_again_changes_nothing() {
        String id = UUID.randomUUID().toString();
        capture(at(1), Map.of("id", id));
        long rev = graph.<Long>value("MATCH (s:session {workspace_id: $w}) RETURN s.rev");
        Map<String, Object> again = capture(at(5), Map.of("id", id.toUpperCase(Locale.ROOT)));
        assertEquals(false, again.get("captured"));
        assertEquals("already_captured", again.get("reason"));
        assertEquals(1L, graph.<Long>value("MATCH (a:action {workspace_id: $w}) RETURN count(a)"));
        assertEquals(rev, graph.<Long>value("MATCH (s:session {workspace_id: $w}) RETURN s.rev"));
    }

    @Test
    void one_action_sent_to_many_sessions_at_once_is_captured_once() throws ExecutionException, InterruptedException {
        String id = UUID.randomUUID().toString();
        List<Map<String, Object>> rows = new ArrayList<>();
        try (ExecutorService pool = Executors.newFixedThreadPool(8)) {
            List<Future<Map<String, Object>>> writers = IntStream.range(0, 24)
                    .mapToObj(i -> pool.submit(() -> retried(at(1), Map.of("id", id, "session_id", "s" + i % 6))))
                    .toList();
            for (Future<Map<String, Object>> writer : writers) {
                rows.add(writer.get());
            }
        }
        assertEquals(
                1, rows.stream().filter(row -> row.get("captured").equals(true)).count());
        assertEquals(1L, graph.<Long>value("MATCH (a:action {workspace_id: $w}) RETURN count(a)"));
        assertEquals(1L, graph.<Long>value("MATCH (:session {workspace_id: $w})-[l:`_mem:last`]->() RETURN count(l)"));
        assertEquals(1L, graph.<Long>value("MATCH (s:session {workspace_id: $w}) RETURN count(s.pending_from)"));
    }

    @Test
    void an_id_of_another_node_is_refused() {
        String id = UUID.randomUUID().toString();
        graph.run("CREATE (:_mem:pattern {workspace_id: $w, id: $id})", "id", id);
        String message = graph.refused(INVALID_INPUT, CAPTURE, "action", action(Map.of("id", id)));
        assertTrue(message.contains("belongs to another node"), message);
        graph.run("CREATE (:_mem:pattern {workspace_id: $w, id: oxgraph.stable_id($w, 'session', ['taken'])})");
        assertThrows(RuntimeException.class, () -> capture(at(1), Map.of("session_id", "taken")));
        assertEquals(0L, graph.<Long>value("MATCH (n:action|session {workspace_id: $w}) RETURN count(n)"));
    }

    @Test
    void what_was_deleted_or_made_anew_is_looked_up_anew() {
        Map<String, Object> target = Map.of("target_node_ids", List.of("p"));
        for (String id : List.of("first", "second")) {
            graph.run("CREATE (:_mem:entity {id: $id, workspace_id: $w, node_id: 'p'})", "id", id);
            assertEquals(1L, capture(at(1), target).get("references"));
            assertEquals(1L, capture(at(2), target).get("references"));
            graph.run("MATCH (e:entity {workspace_id: $w, node_id: 'p'}) DETACH DELETE e");
            assertEquals(0L, capture(at(3), target).get("references"));
            graph.run("MATCH (n:session {workspace_id: $w}) DETACH DELETE n");
            graph.run("MATCH (n:action {workspace_id: $w}) DETACH DELETE n");
        }
        TestGraph other = graph.another();
        Map<String, Object> action = action(target);
        assertEquals(0L, other.run(CAPTURE, "action", action).getFirst().get("references"));
        assertEquals(0L, graph.<Long>value("MATCH (n:session {workspace_id: $w}) RETURN count(n)"));
    }

    @Test
    void most_appends_leave_the_session_as_it_is() {
        String rev = "MATCH (s:session {workspace_id: $w}) RETURN s.rev";
        capture(at(1), Map.of("seq", 0L));
        Set<Long> revs = new HashSet<>();
        for (int i = 1; i <= 70; i++) {
            capture(at(1).plusSeconds(i), Map.of("seq", (long) i));
            revs.add(graph.value(rev));
        }
        assertEquals(3, revs.size(), "LAST moves with each 32nd append");
        assertEquals(numbers(71), graph.value(CHAIN, "session_id", "s"));
    }

    @Test
    void late_actions_are_put_in_their_place() {
        List<Integer> order = new ArrayList<>(IntStream.range(0, 60).boxed().toList());
        Collections.shuffle(order, new Random(7));
        order.subList(0, 20).forEach(i -> capture(at(i / 3), Map.of("seq", (long) i)));
        captureMany(order.subList(20, 60));
        assertEquals(numbers(60), graph.value(CHAIN, "session_id", "s"));
        assertEquals(1L, graph.<Long>value("MATCH (:session {workspace_id: $w})-[l:`_mem:last`]->() RETURN count(l)"));
    }

    @Test
    void a_batch_counts_what_was_there() {
        Map<String, Object> twice = action(Map.of("id", UUID.randomUUID().toString()));
        List<Map<String, Object>> actions = List.of(twice, action(Map.of("session_id", "t")), twice);
        Map<String, Object> first = graph.run(CAPTURE_MANY, "actions", actions).getFirst();
        assertEquals(Map.of("captured", 2L, "duplicates", 1L, "references", 0L, "reason", ""), first);
    }

    @Test
    void a_batch_is_written_whole_or_not_at_all() {
        List<Map<String, Object>> actions = List.of(action(Map.of()), action(Map.of("payload", "x")));
        String message = graph.refused(INVALID_INPUT, CAPTURE_MANY, "actions", actions);
        assertTrue(message.contains("actions[1].payload"), message);
        graph.refused(INVALID_INPUT, CAPTURE_MANY, "actions", Arrays.asList(action(Map.of()), null));
        assertEquals(0L, graph.<Long>value("MATCH (n:_mem {workspace_id: $w}) WHERE NOT n:workspace RETURN count(n)"));
    }

    static Stream<Arguments> badFields() {
        return Stream.of(
                Arguments.of("payload", "x"),
                Arguments.of("outcome", "odd"),
                Arguments.of("outcome", null),
                Arguments.of("action_type", ""),
                Arguments.of("action_type", " "),
                Arguments.of("action_type", 5L),
                Arguments.of("action_type", "x".repeat(201)),
                Arguments.of("session_id", null),
                Arguments.of("session_id", "x".repeat(10_000_000)),
                Arguments.of("id", "1-2-3-4-5"),
                Arguments.of("latency_ms", -1L),
                Arguments.of("latency_ms", Double.NaN),
                Arguments.of("latency_ms", Double.POSITIVE_INFINITY),
                Arguments.of("latency_ms", "5"),
                Arguments.of("seq", 1.5),
                Arguments.of("error_code", "E"),
                Arguments.of("target_node_ids", "p"),
                Arguments.of("target_node_ids", Arrays.asList("p", null)),
                Arguments.of("target_node_ids", Collections.nCopies(101, "p")),
                Arguments.of("started_at", "2026-01-01T00:00:00Z"),
                Arguments.of("started_at", NOW.toLocalDateTime()),
                Arguments.of("started_at", NOW.withYear(1999)),
                Arguments.of("started_at", NOW.plusDays(1).plusNanos(1)));
    }

    @ParameterizedTest
    @MethodSource("badFields")
    void what_does_not_fit_is_refused_by_name(String field, Object value) {
        Map<String, Object> action = action(Map.of());
        action.put(field, value);
        String message = graph.refused(INVALID_INPUT, CAPTURE, "action", action);
        assertTrue(message.contains("] " + field + ": "), message);
        assertEquals(0L, graph.<Long>value("MATCH (n:_mem {workspace_id: $w}) WHERE NOT n:workspace RETURN count(n)"));
    }

    @Test
    void none_is_no_error_code() {
        Map<String, Object> action = action(Map.of("outcome", "failure", "error_code", "None"));
        graph.refused(INVALID_INPUT, CAPTURE, "action", action);
    }

    @Test
    void unknown_and_deleted_workspaces_are_not_found() {
        graph.refused(WORKSPACE_NOT_FOUND, CAPTURE, "w", "unknown", "action", action(Map.of()));
        graph.run("MATCH (n:workspace {workspace_id: $w}) SET n.deleted_at = $now");
        graph.refused(WORKSPACE_NOT_FOUND, CAPTURE, "action", action(Map.of()));
    }

    @Test
    void with_memory_off_nothing_is_written() {
        graph.run("MATCH (n:workspace {workspace_id: $w}) SET n.memory_enabled = false");
        assertEquals("memory_disabled", capture(at(1), Map.of()).get("reason"));
        assertEquals(
                "memory_disabled",
                graph.run(CAPTURE_MANY, "actions", List.of(action(Map.of())))
                        .getFirst()
                        .get("reason"));
        assertEquals(
                "memory_disabled",
                graph.run(SESSION, "session", Map.of("session_id", "s"))
                        .getFirst()
                        .get("reason"));
        assertEquals(0L, graph.<Long>value("MATCH (n:_mem {workspace_id: $w}) WHERE NOT n:workspace RETURN count(n)"));
    }

    @Test
    void what_is_told_of_a_session_renews_all_of_it() {
        capture(at(1), Map.of());
        capture(at(50), Map.of());
        graph.run("MATCH (s:session {workspace_id: $w}) REMOVE s.pending_from, s.pending_to");
        Map<String, Object> told = Map.of("session_id", "s", "intent", "do it", "outcome", "success");
        assertEquals(false, graph.run(SESSION, "session", told).getFirst().get("created"));
        Map<String, Object> session = graph.value("MATCH (s:session {workspace_id: $w}) RETURN s {.*}");
        assertEquals("do it", session.get("intent"));
        assertEquals(at(1), session.get("pending_from"));
        assertEquals(at(50 + 10), session.get("pending_to"));
        graph.run("MATCH (s:session {workspace_id: $w}) REMOVE s.pending_from, s.pending_to");
        graph.run(SESSION, "session", told);
        assertEquals(false, graph.value("MATCH (s:session {workspace_id: $w}) RETURN s.pending_from IS NOT NULL"));
    }

    @Test
    void sessions_come_in_batches_too() {
        List<Map<String, Object>> sessions =
                List.of(Map.of("session_id", "b", "started_at", at(1), "ended_at", at(2)), Map.of("session_id", "a"));
        assertEquals(
                Map.of("sessions", 2L, "created", 2L, "reason", ""),
                graph.run("CALL oxgraph.sessions_many($w, $sessions, $now)", "sessions", sessions)
                        .getFirst());
        String message = graph.refused(
                INVALID_INPUT, SESSION, "session", Map.of("session_id", "b", "started_at", at(2), "ended_at", at(1)));
        assertTrue(message.contains("ended_at"), message);
    }

    @Test
    void writers_of_one_new_session_take_turns() throws ExecutionException, InterruptedException {
        graph.run("UNWIND ['p', 'q'] AS p CREATE (:_mem:entity {id: p, workspace_id: $w, node_id: p})");
        try (ExecutorService pool = Executors.newFixedThreadPool(8)) {
            List<Future<?>> writers = new ArrayList<>();
            for (int i = 0; i < 80; i++) {
                Map<String, Object> more = Map.of(
                        "seq",
                        (long) i,
                        "session_id",
                        "s" + i % 4,
                        "target_node_ids",
                        i % 2 == 0 ? List.of("p", "q") : List.of("q", "p"));
                writers.add(pool.submit(() -> retried(at(1), more)));
            }
            for (Future<?> writer : writers) {
                writer.get();
            }
        }
        assertEquals(4L, graph.<Long>value("MATCH (s:session {workspace_id: $w}) RETURN count(s)"));
        for (int s = 0; s < 4; s++) {
            List<Long> seqs = graph.value(CHAIN, "session_id", "s" + s);
            assertEquals(20, seqs.size());
            assertEquals(seqs.stream().sorted().toList(), seqs);
        }
        assertEquals(
                160L,
                graph.<Long>value("MATCH (:entity {workspace_id: $w})<-[r:`_mem:references`]-() RETURN count(r)"));
    }

    /** As a driver does. */
    private Map<String, Object> retried(ZonedDateTime startedAt, Map<String, Object> more) {
        for (int attempt = 0; ; attempt++) {
            try {
                return capture(startedAt, more);
            } catch (TransientFailureException e) {
                if (attempt == 20) {
                    throw e;
                }
            }
        }
    }

    private Map<String, Object> capture(ZonedDateTime startedAt, Map<String, Object> more) {
        Map<String, Object> action = action(more);
        action.put("started_at", startedAt);
        return graph.run(CAPTURE, "action", action).getFirst();
    }

    private void captureMany(List<Integer> numbers) {
        List<Map<String, Object>> actions = numbers.stream()
                .map(i -> action(Map.of("seq", (long) i, "started_at", at(i / 3))))
                .toList();
        graph.run(CAPTURE_MANY, "actions", actions);
    }

    private static ZonedDateTime at(int minute) {
        return NOW.minusHours(2).plusMinutes(minute);
    }

    private static Map<String, Object> action(Map<String, Object> more) {
        Map<String, Object> action =
                new HashMap<>(Map.of("session_id", "s", "action_type", "write", "outcome", "success"));
        action.putAll(more);
        return action;
    }

    private static List<Long> numbers(int end) {
        return LongStream.range(0, end).boxed().toList();
    }
}
