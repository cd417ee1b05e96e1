package io.oxgraph.recall.cache;

import static io.oxgraph.recall.cache.Workspaces.ask;
import static io.oxgraph.recall.cache.Workspaces.fill;
import static io.oxgraph.recall.cache.Workspaces.isHeld;
import static io.oxgraph.recall.cache.Workspaces.memory;
import static io.oxgraph.recall.cache.Workspaces.message;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxgraph.recall.cache.IndexCache.CacheLimits;
import io.oxgraph.recall.cache.Snapshot.SnapshotBuilder;
import io.oxgraph.testing.Neo4jExtension;
import io.oxgraph.testing.TestGraph;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.neo4j.logging.NullLog;

/** What is read into the cache ahead of the first question; the tests' server does not do so by itself. */
@Tag("deep")
@ExtendWith(Neo4jExtension.class)
class CacheWarmingTest {
    private final CacheLimits before = IndexCache.limits();
    private TestGraph graph;
    private CommitListener listener;
    private CacheWarming warming;

    @BeforeEach
    void fresh(TestGraph given) {
        graph = given;
        listener = IndexCache.LISTENERS.stream()
                .filter(one -> one.workspace(graph.workspaceId(), node(graph)) != null)
                .findFirst()
                .orElseThrow();
        warming = new CacheWarming(graph.database(), listener, NullLog.getInstance());
        rounds();
        IndexCache.LISTENERS.forEach(each -> each.workspaces().forEach(CachedWorkspace::drop));
    }

    @AfterEach
    void restore() {
        IndexCache.limits(before);
    }

    private static Snapshot snapshot(TestGraph graph) {
        return ((CacheBackend) ask(graph, sources -> sources)).snapshot();
    }

    private static String node(TestGraph graph) {
        return graph.value("MATCH (w:workspace {id: $w}) RETURN elementId(w)");
    }

    private long bytes(TestGraph asked) {
        return listener.workspace(asked.workspaceId(), node(asked)).bytes();
    }

    /** Two rounds: one sees what was written, the next one that nothing was since. */
    private void rounds() {
        warming.round();
        warming.round();
    }

    @Test
    void the_workspaces_that_changed_last_are_read_ahead() {
        TestGraph second = graph.another();
        TestGraph third = graph.another();
        List.of(graph, second, third).forEach(each -> fill(each, 100));
        long each = new SnapshotLoader(graph.database(), graph.workspaceId())
                .load(new SnapshotBuilder(), "embedding", before)
                .orElseThrow()
                .bytes();
        IndexCache.limits(new CacheLimits(1_000, each * 5 / 2));
        assertEquals(2, warming.warm());
        Set<String> held = Stream.of(graph, second, third)
                .filter(one -> bytes(one) > 0)
                .map(TestGraph::workspaceId)
                .collect(Collectors.toSet());
        assertEquals(Set.of(second.workspaceId(), third.workspaceId()), held);
        Snapshot ahead = snapshot(third);
        memory(third, "new", "written after it was read");
        assertNotSame(ahead, snapshot(third));
        assertTrue(isHeld(graph), "one that did not fit is read when it is asked");
        assertEquals(0, bytes(second), "the least recently used goes");
    }

    @Test
    void one_that_is_too_large_does_not_keep_others_from_being_read_ahead() {
        TestGraph large = graph.another();
        fill(graph, 10);
        fill(large, 30);
        IndexCache.limits(new CacheLimits(20, before.bytes()));
        assertEquals(1, warming.warm());
        assertTrue(bytes(graph) > 0);
        assertEquals(0, bytes(large));
    }

    @Test
    void a_workspace_is_read_once_nothing_was_written_to_it_for_a_round() {
        fill(graph, 10);
        warming.round();
        assertEquals(0, bytes(graph));
        memory(graph, "later", "one more");
        warming.round();
        assertEquals(0, bytes(graph), "written to since the last round");
        warming.round();
        assertTrue(bytes(graph) > 0);
        Snapshot ahead = snapshot(graph);
        assertSame(ahead, snapshot(graph));
        memory(graph, "new", "written after it was read");
        assertNotSame(ahead, snapshot(graph));
    }

    @Test
    void a_commit_under_way_does_not_keep_it_from_being_read() {
        CommitListener.Commit underWay = new CommitListener.Commit(0, Map.of());
        fill(graph, 10);
        rounds();
        assertTrue(bytes(graph) > 0);
        listener.afterCommit(null, underWay, null);
        assertEquals(0, bytes(graph), "the commit may have changed it");
        warming.round();
        assertTrue(bytes(graph) > 0);
    }

    @Test
    void messages_lead_to_it_and_actions_do_not() {
        TestGraph telemetry = graph.another();
        telemetry.run("CREATE (:_mem:action {id: 'x', workspace_id: $w})");
        message(graph, "m", "c", 0, "Ann", "I bake bread");
        rounds();
        assertTrue(bytes(graph) > 0);
        assertEquals(0, bytes(telemetry));
    }

    @Test
    void what_was_asked_stays_when_room_is_needed() {
        TestGraph written = graph.another();
        TestGraph asked = graph.another();
        List.of(graph, written).forEach(each -> fill(each, 100));
        assertTrue(isHeld(graph));
        rounds();
        assertTrue(bytes(written) > 0);
        fill(asked, 100);
        IndexCache.limits(new CacheLimits(1_000, bytes(graph) * 5 / 2));
        assertTrue(isHeld(asked));
        assertEquals(0, bytes(written), "nobody asked it");
        assertTrue(bytes(graph) > 0);
    }

    @Test
    void it_evicts_nothing_and_leaves_a_tenth_free() {
        TestGraph written = graph.another();
        fill(graph, 100);
        assertTrue(isHeld(graph));
        long each = bytes(graph);
        fill(written, 100);
        IndexCache.limits(new CacheLimits(1_000, each * 3 / 2));
        rounds();
        assertEquals(0, bytes(written), "half of it does not fit");
        assertEquals(each, bytes(graph));
        IndexCache.limits(new CacheLimits(1_000, each * 21 / 20));
        TestGraph tiny = graph.another();
        memory(tiny, "a", "would fit");
        rounds();
        assertEquals(0, bytes(tiny), "less than a tenth is free");
        assertTrue(isHeld(written), "what does not fit is read when it is asked");
    }
}
