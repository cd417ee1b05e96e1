package io.oxgraph.semantic;

import static io.oxgraph.semantic.MemoryGraph.day;
import static io.oxgraph.semantic.MemoryGraph.home;
import static io.oxgraph.semantic.MemoryGraph.item;
import static io.oxgraph.semantic.MemoryGraph.vector;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxgraph.testing.Neo4jExtension;
import io.oxgraph.testing.TestGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.neo4j.graphdb.QueryExecutionException;
import org.neo4j.graphdb.TransientFailureException;

/** Concurrent writers have the same result as sequential ones. */
@ExtendWith(Neo4jExtension.class)
class WritersTest {
    private static final int WRITERS = 8;

    private final AtomicInteger retries = new AtomicInteger();
    private MemoryGraph memories;

    @BeforeEach
    void fresh(TestGraph graph) {
        memories = new MemoryGraph(graph);
    }

    private List<Map<String, Object>> together(int count, IntFunction<List<Map<String, Object>>> items)
            throws ExecutionException, InterruptedException {
        List<Map<String, Object>> rows = new ArrayList<>();
        try (ExecutorService pool = Executors.newFixedThreadPool(WRITERS)) {
            List<Future<List<Map<String, Object>>>> futures = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                List<Map<String, Object>> batch = items.apply(i);
                futures.add(pool.submit(() -> retried(() -> memories.rememberAll(day(100), batch))));
            }
            for (Future<List<Map<String, Object>>> future : futures) {
                rows.addAll(future.get());
            }
        }
        return rows;
    }

    /** Retries, as a driver does. */
    private <T> T retried(Callable<T> call) throws Exception {
        for (int attempt = 0; ; attempt++) {
            try {
                return call.call();
            } catch (TransientFailureException | QueryExecutionException e) {
                retries.incrementAndGet();
                if (attempt == 20 || !passes(e)) {
                    throw e;
                }
            }
        }
    }

    /** A deadlock within a procedure is wrapped, with the original code. */
    private static boolean passes(RuntimeException e) {
        return !(e instanceof QueryExecutionException query)
                || query.getStatusCode().startsWith("Neo.TransientError");
    }

    @Test
    void of_the_same_fact_one_memory_is_left() throws ExecutionException, InterruptedException {
        List<Map<String, Object>> rows = together(40, i -> List.of(home("Oslo", 0)));
        assertEquals(
                1,
                rows.stream()
                        .filter(row -> row.get("outcome").equals("created"))
                        .count());
        assertEquals(
                1, rows.stream().map(row -> row.get("memory_id")).distinct().count());
        assertEquals(
                40L, memories.memory((String) rows.getFirst().get("memory_id")).get("repetitions"));
        assertEquals(2L, memories.count("entity"));
        assertEquals(0, retries.get());
    }

    @Test
    void of_conflicting_facts_one_history_is_decided() throws ExecutionException, InterruptedException {
        together(40, i -> List.of(home("Place " + i, i)));
        List<Map<String, Object>> history = memories.graph.run(
                """
                MATCH (m:memory {workspace_id: $w}) OPTIONAL MATCH (m)-[:`_mem:superseded_by`]->(l)
                RETURN m.status AS status, m.valid_from AS since, m.valid_to AS until, collect(l.valid_from) AS later
                ORDER BY since""");
        assertEquals(40, history.size());
        for (int i = 0; i < 39; i++) {
            assertEquals("superseded", history.get(i).get("status"));
            assertEquals(day(i + 1), history.get(i).get("until"));
            assertEquals(List.of(day(i + 1)), history.get(i).get("later"));
        }
        assertEquals("active", history.getLast().get("status"));
        assertEquals(0, retries.get());
    }

    @Test
    void of_contradicting_facts_each_pair_is_joined_once() throws ExecutionException, InterruptedException {
        together(12, i -> List.of(home("Place " + i, 0)));
        assertEquals(
                66L,
                memories.graph.<Long>value(
                        "MATCH (:memory {workspace_id: $w})-[c:`_mem:contradicts`]->() RETURN count(c)"));
    }

    @Test
    void batches_of_many_subjects_do_not_wait_for_each_other_in_a_circle()
            throws ExecutionException, InterruptedException {
        memories.graph.run("UNWIND range(0, 9) AS i CREATE (:_mem:message {id: 'm' + i, workspace_id: $w})");
        String[] names = {"Anna", "Bruno", "Clara", "Dora"};
        List<Map<String, Object>> rows = together(
                60,
                i -> List.of(
                        item(
                                "knows " + i % 5,
                                "subject",
                                names[i % 4],
                                "predicate",
                                "knows",
                                "object",
                                names[(i + 1) % 4],
                                "evidence",
                                List.of("m" + i % 10, "m" + (i + 3) % 10)),
                        item(
                                "sees " + i % 5,
                                "subject",
                                names[(i + 2) % 4],
                                "predicate",
                                "sees",
                                "object",
                                names[i % 4],
                                "evidence",
                                List.of("m" + (i + 7) % 10, "m" + i % 10))));
        assertEquals(120, rows.size());
        assertEquals(4L, memories.count("entity"));
        assertTrue(retries.get() <= 6, retries + " deadlocks");
    }

    @Test
    void the_first_vectors_of_all_are_of_one_model() throws ExecutionException, InterruptedException {
        List<Map<String, Object>> rows = together(
                16,
                i -> List.of(item(
                        "thing " + i, "subject", "Subject " + i, "embedding", vector(i), "embedding_model", "tiny")));
        assertEquals(16, rows.size());
        assertEquals("tiny", memories.graph.value("MATCH (n:workspace {workspace_id: $w}) RETURN n.embedding_model"));
        assertEquals(0, retries.get());
    }

    @Test
    void reading_and_writing_go_together() throws Exception {
        String oslo = memories.remember(1, home("Oslo", 0));
        try (ExecutorService pool = Executors.newFixedThreadPool(WRITERS)) {
            List<Future<?>> futures = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                int number = i;
                futures.add(pool.submit(() -> retried(() -> number % 3 == 0
                        ? memories.remember(day(50), home("Oslo", 0))
                        : memories.graph.run(
                                "CALL oxgraph.touch($w, $ids, $at)", "ids", List.of(oslo), "at", day(60)))));
            }
            for (Future<?> future : futures) {
                future.get();
            }
        }
        Map<String, Object> memory = memories.memory(oslo);
        assertEquals(List.of(40L, 21L), List.of(memory.get("access_count"), memory.get("repetitions")));
        assertEquals(day(60), memory.get("last_accessed_at"));
    }
}
