package io.oxgraph.conversation;

import static io.oxgraph.error.ErrorCode.INVALID_INPUT;
import static io.oxgraph.testing.TestGraph.NOW;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxgraph.graph.Labels;
import io.oxgraph.testing.Neo4jExtension;
import io.oxgraph.testing.TestGraph;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.ResourceIterator;
import org.neo4j.graphdb.Transaction;

/** Messages take the places of their times, in one chain, whatever is there, was deleted, or is written meanwhile. */
@ExtendWith(Neo4jExtension.class)
class MessageWriterTest {
    private static final String WRITE =
            "CALL oxgraph.write_messages($w, $conversation, $messages, $now) YIELD deleting, fresh RETURN deleting, fresh";
    private static final String BY_POSITION =
            """
            MATCH (m:message {workspace_id: $w, conversation_id: $c}) WITH m ORDER BY m.position
            RETURN collect(m.id) AS ids, collect(m.position) AS positions""";
    private static final String BY_CHAIN =
            """
            MATCH (first:message {workspace_id: $w, conversation_id: $c}) WHERE NOT EXISTS { ()-[:`_mem:next`]->(first) }
            MATCH path = (first)-[:`_mem:next`*0..]->(last) WHERE NOT EXISTS { (last)-[:`_mem:next`]->() }
            RETURN [m IN nodes(path) | m.id] AS ids""";

    private static final String HISTORY =
            """
            CALL oxgraph.conversation_parts($w, {id: 'own', shared_id: 'of-c'}, {most: $most}, null, $now) YIELD messages
            RETURN [m IN messages | m.id] AS ids""";

    private static final String PAGE =
            """
            CALL oxgraph.conversation_page($w, {id: 'own', shared_id: 'of-c'}, {limit: $most}, $now) YIELD messages
            RETURN [m IN messages | m.id] AS ids""";

    private static final Duration WAIT = Duration.ofSeconds(30);

    private TestGraph graph;

    @BeforeEach
    void fresh(TestGraph given) {
        graph = given;
    }

    private record Said(String id, int minute) {}

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void order_is_that_of_times_and_then_of_arrival(int seed) {
        Random chance = new Random(seed);
        List<Said> expected = new ArrayList<>();
        for (int round = 0; round < 40; round++) {
            int number = round;
            List<Said> batch = IntStream.range(0, 1 + chance.nextInt(6))
                    .mapToObj(i -> new Said("m" + number + "-" + i, chance.nextInt(40)))
                    .sorted(Comparator.comparingInt(Said::minute))
                    .toList();
            assertEquals(batch.stream().map(Said::id).sorted().toList(), sorted(write("c", batch)));
            batch.forEach(one -> insert(expected, one));
            assertEquals(List.of(), write("c", batch), "what is there is not written again");
            if (expected.size() > 3 && chance.nextBoolean()) {
                delete(expected.remove(chance.nextInt(expected.size())).id);
            }
            requireOrder("c", expected.stream().map(Said::id).toList());
            int most = 1 + chance.nextInt(120);
            assertEquals(
                    expected.subList(Math.max(0, expected.size() - most), expected.size()).stream()
                            .map(Said::id)
                            .toList(),
                    graph.value(HISTORY, "most", (long) most));
        }
    }

    @Test
    void two_who_write_at_once_follow_one_another() throws ExecutionException, InterruptedException {
        try (ExecutorService pool = Executors.newFixedThreadPool(4)) {
            List<Future<?>> writers = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                Said one = new Said("m" + i, i % 7);
                writers.add(pool.submit(() -> write("new", List.of(one))));
            }
            for (Future<?> writer : writers) {
                writer.get();
            }
        }
        Map<String, Object> found = graph.run(BY_POSITION, "c", "new").getFirst();
        assertEquals(LongStream.range(0, 60).boxed().toList(), found.get("positions"));
        assertEquals(found.get("ids"), graph.value(BY_CHAIN, "c", "new"));
        assertEquals(60L, graph.<Long>value("MATCH (c:conversation {workspace_id: $w}) RETURN c.message_count"));
    }

    /** Each message is the earliest one, so that all that are there move to later places. */
    @ParameterizedTest
    @ValueSource(strings = {HISTORY, PAGE})
    void who_reads_beside_a_writer_sees_what_is_there_before_or_afterwards(String read)
            throws ExecutionException, InterruptedException {
        List<Said> latestFirst =
                IntStream.range(0, 120).mapToObj(i -> new Said("m" + i, -i)).toList();
        List<String> all = latestFirst.reversed().stream().map(Said::id).toList();
        write("c", latestFirst.subList(0, 20).reversed());
        try (ExecutorService pool = Executors.newFixedThreadPool(4)) {
            Future<?> writer = pool.submit(() -> latestFirst.subList(20, 120).forEach(one -> write("c", List.of(one))));
            List<Future<?>> readers = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                readers.add(pool.submit(() -> {
                    do {
                        List<String> found = graph.value(read, "most", 1_000L);
                        assertEquals(all.subList(all.size() - found.size(), all.size()), found);
                    } while (!writer.isDone());
                }));
            }
            writer.get();
            for (Future<?> reader : readers) {
                reader.get();
            }
        }
    }

    /** A batch of its deletion may be long, and wait for others that write of the same subjects. */
    @ParameterizedTest
    @ValueSource(strings = {HISTORY, PAGE})
    void who_reads_one_that_is_being_deleted_waits_for_no_batch(String read) {
        write("c", List.of(new Said("m1", 1)));
        graph.run("MATCH (c:conversation {workspace_id: $w}) SET c.deleted_at = $now");
        try (Transaction batch = graph.database().beginTx();
                ResourceIterator<Node> found =
                        batch.findNodes(Labels.CONVERSATION, "workspace_id", graph.workspaceId())) {
            batch.acquireWriteLock(found.next());
            List<String> ids = assertTimeoutPreemptively(WAIT, () -> graph.value(read, "most", 10L));
            assertEquals(List.of(), ids);
        }
    }

    @Test
    void a_user_has_a_conversation_of_the_same_name() {
        write("c", List.of(new Said("m1", 1)));
        Map<String, Object> own = conversation("c");
        own.put("id", "own");
        own.put("user_id", "ana");
        graph.run(WRITE, "conversation", own, "messages", List.of(message(new Said("m2", 0))));
        assertEquals(
                List.of(0L, 0L),
                graph.value("MATCH (m:message {workspace_id: $w}) WITH m ORDER BY m.id RETURN collect(m.position)"));
    }

    @Test
    void one_that_is_given_twice_is_written_once() {
        assertEquals(List.of("m1"), write("c", List.of(new Said("m1", 0), new Said("m1", 0))));
    }

    @Test
    void what_was_deleted_is_written_anew_and_what_was_summed_up_is_not() {
        for (String reason : List.of("deleted", "consolidated")) {
            graph.run(
                    "CREATE (:_mem:tombstone {workspace_id: $w, id: oxgraph.stable_id($w, 'tombstone', [$r]), reason: $r})",
                    "r",
                    reason);
        }
        assertEquals(List.of("deleted"), write("c", List.of(new Said("deleted", 0), new Said("consolidated", 1))));
        assertEquals(1L, graph.<Long>value("MATCH (m:message {workspace_id: $w}) RETURN m.written_before"));
        assertEquals(1L, graph.<Long>value("MATCH (t:tombstone {workspace_id: $w}) RETURN count(t)"));
    }

    @Test
    void one_that_is_deleted_takes_nothing() {
        write("c", List.of(new Said("m1", 0)));
        graph.run("MATCH (c:conversation {workspace_id: $w}) SET c.deleted_at = $now");
        Map<String, Object> row = graph.run(
                        WRITE, "conversation", conversation("c"), "messages", List.of(message(new Said("m2", 1))))
                .getFirst();
        assertEquals(Map.of("deleting", true, "fresh", List.of()), row);
    }

    @Test
    void what_does_not_fit_is_refused_and_nothing_is_written() {
        List<Map<String, Object>> good = List.of(message(new Said("m1", 0)));
        for (String field : List.of("id", "conversation_id", "user_id", "lease")) {
            Map<String, Object> conversation = conversation("c");
            conversation.remove(field);
            String message = graph.refused(INVALID_INPUT, WRITE, "conversation", conversation, "messages", good);
            assertTrue(message.contains("conversation." + field), message);
        }
        for (String field : List.of("id", "role", "text", "said_at")) {
            Map<String, Object> bad = message(new Said("m2", 1));
            bad.put(field, field.equals("said_at") ? "today" : 7L);
            List<Map<String, Object>> messages = List.of(good.getFirst(), bad);
            String message =
                    graph.refused(INVALID_INPUT, WRITE, "conversation", conversation("c"), "messages", messages);
            assertTrue(message.contains("messages[1]." + field), message);
        }
        graph.run("CREATE (:_mem:slot {workspace_id: $w, id: 'm1'})");
        graph.refused(INVALID_INPUT, WRITE, "conversation", conversation("c"), "messages", good);
        assertEquals(0L, graph.<Long>value("MATCH (n:conversation {workspace_id: $w}) RETURN count(n)"));
    }

    private List<String> write(String conversation, List<Said> said) {
        return graph.<List<String>>value(
                WRITE.replace("deleting, fresh RETURN deleting, ", "fresh RETURN "),
                "conversation",
                conversation(conversation),
                "messages",
                said.stream().map(MessageWriterTest::message).toList());
    }

    private static Map<String, Object> conversation(String name) {
        return new HashMap<>(Map.of(
                "id",
                "of-" + name,
                "conversation_id",
                name,
                "user_id",
                "",
                "extraction",
                "none",
                "lease",
                Duration.ofMinutes(1)));
    }

    private static Map<String, Object> message(Said said) {
        return new HashMap<>(
                Map.of("id", said.id, "role", "user", "text", "text", "said_at", NOW.plusMinutes(said.minute - 100L)));
    }

    private static void insert(List<Said> all, Said one) {
        int place = (int)
                all.stream().takeWhile(other -> other.minute <= one.minute).count();
        all.add(place, one);
    }

    /** As the client deletes a message: its neighbours are linked, its place stays empty. */
    private void delete(String id) {
        graph.run(
                """
                MATCH (m:message {workspace_id: $w, id: $id})
                OPTIONAL MATCH (before)-[:`_mem:next`]->(m)
                OPTIONAL MATCH (m)-[:`_mem:next`]->(after)
                FOREACH (_ IN CASE WHEN before IS NULL OR after IS NULL THEN [] ELSE [1] END |
                  CREATE (before)-[:`_mem:next`]->(after))
                DETACH DELETE m""",
                "id",
                id);
        graph.run("MATCH (t:tombstone {workspace_id: $w}) DELETE t");
    }

    private void requireOrder(String conversation, List<String> expected) {
        Map<String, Object> found = graph.run(BY_POSITION, "c", conversation).getFirst();
        assertEquals(expected, found.get("ids"));
        List<Long> positions = ((List<?>) found.get("positions"))
                .stream().map(one -> ((Number) one).longValue()).toList();
        assertEquals(positions.stream().distinct().toList(), positions);
        assertEquals(expected, graph.value(BY_CHAIN, "c", conversation));
    }

    private static List<String> sorted(List<String> ids) {
        return ids.stream().sorted().toList();
    }
}
