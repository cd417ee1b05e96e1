package io.oxgraph.recall.cache;

import static io.oxgraph.recall.cache.Workspaces.NOW;
import static io.oxgraph.recall.cache.Workspaces.ask;
import static io.oxgraph.recall.cache.Workspaces.fill;
import static io.oxgraph.recall.cache.Workspaces.isHeld;
import static io.oxgraph.recall.cache.Workspaces.memory;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxgraph.graph.Scope;
import io.oxgraph.recall.cache.IndexCache.CacheLimits;
import io.oxgraph.recall.cache.Snapshot.SnapshotBuilder;
import io.oxgraph.testing.Neo4jExtension;
import io.oxgraph.testing.TestGraph;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.neo4j.graphdb.Transaction;

/** The limits and the LRU eviction of the cache. */
@Tag("deep")
@ExtendWith(Neo4jExtension.class)
class CacheLimitsTest {
    private final CacheLimits before = IndexCache.limits();
    private TestGraph graph;

    @BeforeEach
    void fresh(TestGraph given) {
        graph = given;
        IndexCache.LISTENERS.forEach(listener -> listener.workspaces().forEach(CachedWorkspace::drop));
    }

    @AfterEach
    void restore() {
        IndexCache.limits(before);
        IndexCache.clock(System::nanoTime);
    }

    private static Snapshot snapshot(TestGraph graph) {
        return ((CacheBackend) ask(graph, sources -> sources)).snapshot();
    }

    @Test
    void an_unknown_workspace_is_not_cached() {
        try (Transaction tx = graph.database().beginTx()) {
            assertTrue(IndexCache.of(tx, "nobody", Scope.SHARED).isEmpty());
        }
    }

    @Test
    void it_is_read_once_while_nothing_changes() {
        fill(graph, 10);
        Snapshot first = snapshot(graph);
        memory(graph.another(), "a", "elsewhere");
        graph.run("CREATE (:_mem:action {id: 'x', workspace_id: $w})");
        assertSame(first, snapshot(graph));
        memory(graph, "a", "here");
        assertNotSame(first, snapshot(graph));
    }

    @Test
    void concurrent_first_readers_load_it_once() throws Exception {
        fill(graph, 500);
        List<Snapshot> snapshots = new ArrayList<>();
        try (ExecutorService pool = Executors.newFixedThreadPool(8)) {
            Callable<Snapshot> question = () -> snapshot(graph);
            for (Future<Snapshot> future : pool.invokeAll(List.of(question, question, question, question, question))) {
                snapshots.add(future.get());
            }
        }
        snapshots.forEach(snapshot -> assertSame(snapshots.getFirst(), snapshot));
    }

    @Test
    void a_workspace_above_the_limit_on_vectors_is_not_cached() {
        fill(graph, 10);
        IndexCache.limits(new CacheLimits(9, before.bytes()));
        assertFalse(isHeld(graph));
        TestGraph other = graph.another();
        fill(other, 9);
        assertTrue(isHeld(other));
        memory(other, "x", "without a vector");
        assertTrue(isHeld(other));
        memory(other, "y", "one too many", 1, 1);
        assertFalse(isHeld(other));
    }

    @Test
    void what_exceeds_the_limits_is_counted_and_not_read() {
        fill(graph, 10);
        memory(graph, "x", "without a vector");
        SnapshotLoader loader = new SnapshotLoader(graph.database(), graph.workspaceId());
        CacheLimits ten = new CacheLimits(10, before.bytes());
        CacheLimits nine = new CacheLimits(9, before.bytes());
        assertFalse(loader.exceeds("embedding", ten));
        assertTrue(loader.exceeds("embedding", nine));
        assertFalse(loader.exceeds("embedding_b", nine), "no vectors of that model yet");
        graph.run("MATCH (m:memory {workspace_id: $w}) WHERE m.embedding IS NOT NULL "
                + "WITH m LIMIT 1 SET m.status = 'forgotten'");
        assertFalse(loader.exceeds("embedding", nine), "what is forgotten is not cached");
    }

    @Test
    void what_exceeded_the_limit_on_bytes_is_read_again_once_there_is_less_of_it() {
        AtomicLong now = new AtomicLong();
        IndexCache.clock(now::get);
        fill(graph, 100);
        IndexCache.limits(new CacheLimits(1_000, 40_000));
        assertFalse(isHeld(graph));
        now.addAndGet(TimeUnit.MINUTES.toNanos(11));
        assertFalse(isHeld(graph));
        graph.run("MATCH (m:memory {workspace_id: $w}) WITH m SKIP 5 DETACH DELETE m");
        now.addAndGet(TimeUnit.MINUTES.toNanos(11));
        assertTrue(isHeld(graph));
    }

    @Test
    void a_workspace_above_the_limit_on_bytes_is_not_cached() {
        fill(graph, 100);
        IndexCache.limits(new CacheLimits(1_000, 10_000));
        assertFalse(isHeld(graph));
    }

    @Test
    void the_least_recently_used_workspace_is_evicted() {
        TestGraph second = graph.another();
        TestGraph third = graph.another();
        List.of(graph, second, third).forEach(each -> fill(each, 100));
        Snapshot first = snapshot(graph);
        Snapshot other = snapshot(second);
        IndexCache.limits(new CacheLimits(1_000, first.bytes() * 5 / 2));
        assertSame(first, snapshot(graph));
        Snapshot last = snapshot(third);
        assertSame(first, snapshot(graph));
        assertSame(last, snapshot(third));
        assertNotSame(other, snapshot(second));
        assertTrue(IndexCache.LISTENERS.stream()
                        .flatMap(listener -> listener.workspaces().stream())
                        .mapToLong(CachedWorkspace::bytes)
                        .sum()
                <= IndexCache.limits().bytes());
    }

    @Test
    void a_large_workspace_pushes_none_out_that_is_in_use() {
        List<TestGraph> small = Stream.generate(graph::another).limit(4).toList();
        fill(graph, 600);
        small.forEach(each -> fill(each, 100));
        List<Snapshot> kept = small.stream().map(CacheLimitsTest::snapshot).toList();
        IndexCache.limits(new CacheLimits(1_000, kept.getFirst().bytes() * 8));
        snapshot(graph);
        assertFalse(isHeld(graph), "searched through the indexes");
        for (int i = 0; i < kept.size(); i++) {
            assertSame(kept.get(i), snapshot(small.get(i)));
        }
        IndexCache.clock(() -> System.nanoTime() + TimeUnit.MINUTES.toNanos(2));
        Snapshot large = snapshot(graph);
        assertSame(large, snapshot(graph), "the others are no longer in use");
        assertNotSame(kept.getFirst(), snapshot(small.getFirst()));
    }

    @Test
    void the_small_ones_take_the_room_of_a_large_one() {
        List<TestGraph> small = Stream.generate(graph::another).limit(4).toList();
        fill(graph, 600);
        small.forEach(each -> fill(each, 100));
        Snapshot large = snapshot(graph);
        IndexCache.limits(new CacheLimits(1_000, large.bytes() * 5 / 4));
        Snapshot first = snapshot(small.getFirst());
        assertSame(large, snapshot(graph));
        List<Snapshot> kept = small.stream().map(CacheLimitsTest::snapshot).toList();
        assertSame(first, kept.getFirst());
        snapshot(graph);
        assertFalse(isHeld(graph), "above an equal share");
        for (int i = 0; i < kept.size(); i++) {
            assertSame(kept.get(i), snapshot(small.get(i)));
        }
    }

    @Test
    void the_estimate_is_near_what_it_takes() {
        Random random = new Random(1);
        List<Snapshot> kept = new ArrayList<>();
        for (int i = 0; i < 2_000; i += 500) {
            List<List<Double>> vectors = new ArrayList<>();
            for (int j = 0; j < 500; j++) {
                vectors.add(random.doubles(128).boxed().toList());
            }
            graph.run(
                    """
                    UNWIND range(0, size($vectors) - 1) AS i
                    CREATE (:_mem:memory {id: randomUUID(), workspace_id: $w, recorded_at: $now,
                      type: 'fact', status: 'active', subject_id: 'someone', embedding: $vectors[i], evidence: [randomUUID()],
                      content: 'Someone of them said that number ' + ($i + i) + ' is the one that counts most'})""",
                    "vectors",
                    vectors,
                    "i",
                    i);
        }
        SnapshotLoader loader = new SnapshotLoader(graph.database(), graph.workspaceId());
        long used = heap();
        for (int i = 0; i < 4; i++) {
            kept.add(loader.load(new SnapshotBuilder(), "embedding", before).orElseThrow());
        }
        long taken = heap() - used;
        long estimate = kept.stream().mapToLong(Snapshot::bytes).sum();
        assertTrue(estimate > taken * 0.6 && estimate < taken * 1.7, estimate + " estimated, " + taken + " taken");
    }

    /** docs/operating.md promises it. */
    @Test
    void a_message_of_ordinary_length_takes_less_than_two_and_a_half_kilobytes() {
        Random random = new Random(1);
        int count = 4_000;
        for (int i = 0; i < count; i += 500) {
            List<Map<String, Object>> messages = new ArrayList<>();
            for (int j = i; j < i + 500; j++) {
                messages.add(Map.of(
                        "number",
                        (long) j,
                        "text",
                        prose(random),
                        "vector",
                        random.doubles(384).toArray()));
            }
            graph.run(
                    """
                    UNWIND $messages AS m
                    CREATE (:_mem:message {id: randomUUID(), workspace_id: $w, conversation_id: 'c' + m.number / 50,
                      position: m.number % 50, role: 'user', speaker: 'Anna', text: m.text, said_at: $now,
                      embedding: m.vector})""",
                    "messages", messages);
        }
        SnapshotLoader loader = new SnapshotLoader(graph.database(), graph.workspaceId());
        List<Snapshot> kept = new ArrayList<>();
        long used = heap();
        for (int i = 0; i < 4; i++) {
            kept.add(loader.load(new SnapshotBuilder(), "embedding", before).orElseThrow());
        }
        long each = (heap() - used) / (4L * count);
        long estimate = kept.getFirst().bytes() / count;
        assertTrue(each < 2_500, each + " bytes");
        assertTrue(estimate > each * 0.6 && estimate < each * 1.7, estimate + " estimated, " + each + " taken");
    }

    /** Twenty-five words out of two thousand, the frequent ones more often: 150 characters. */
    private static String prose(Random random) {
        return IntStream.range(0, 25)
                .mapToObj(i -> "w" + (int) (2_000 * Math.pow(random.nextDouble(), 3)) + "ing")
                .collect(Collectors.joining(" "));
    }

    private static long heap() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    @Test
    void it_is_cached_under_constant_writes() throws Exception {
        fill(graph, 300);
        TestGraph other = graph.another();
        fill(other, 1);
        try (ExecutorService pool = Executors.newFixedThreadPool(2)) {
            List<Future<?>> writers = new ArrayList<>();
            for (String id : List.of("n1", "n1")) {
                writers.add(pool.submit(() -> {
                    for (int i = 0; i < 300; i++) {
                        other.run(
                                "MATCH (m:_mem {workspace_id: $w, id: $id}) SET m.access_count = $i", "id", id, "i", i);
                    }
                }));
            }
            Set<Snapshot> snapshot = Collections.newSetFromMap(new IdentityHashMap<>());
            int reads = 0;
            while (snapshot.add(snapshot(graph)) && writers.stream().anyMatch(writer -> !writer.isDone())) {
                reads++;
            }
            assertTrue(reads < 20, reads + " reads");
            for (Future<?> writer : writers) {
                writer.get();
            }
        }
        assertEquals(10, ask(graph, sources -> sources.words("bread", NOW, 10)).size());
    }
}
