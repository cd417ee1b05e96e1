package io.oxgraph.recall.indexed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxgraph.testing.Neo4jExtension;
import io.oxgraph.testing.TestGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIf;
import org.junit.jupiter.api.extension.ExtendWith;
import org.neo4j.graphdb.Transaction;

/** A search beside the caller's transaction. */
@ExtendWith(Neo4jExtension.class)
@DisabledIf("isAlone")
class ConcurrentSearchTest {
    static boolean isAlone() {
        return Runtime.getRuntime().availableProcessors() < 2;
    }

    @Test
    void finds_what_is_committed(TestGraph given) {
        try (Transaction tx = given.database().beginTx()) {
            tx.execute(
                    "MATCH (w:workspace {workspace_id: $w}) SET w.name = 'changed'", Map.of("w", given.workspaceId()));
            Optional<ConcurrentSearch<Object>> search = ConcurrentSearch.begin(given.database(), other -> other.execute(
                            "MATCH (w:workspace {workspace_id: $w}) RETURN w.name IS NOT NULL AS changed",
                            Map.of("w", given.workspaceId()))
                    .next()
                    .get("changed"));
            assertEquals(Optional.of(false), search.flatMap(ConcurrentSearch::found));
        }
    }

    @Test
    void leaves_it_to_the_caller_when_it_fails(TestGraph given) {
        Optional<ConcurrentSearch<Long>> search =
                ConcurrentSearch.begin(given.database(), other -> other.execute("RETURN 1 / 0 AS none").stream()
                        .count());
        assertTrue(search.isPresent());
        assertEquals(Optional.empty(), search.flatMap(ConcurrentSearch::found));
    }

    @Test
    void leaves_it_to_the_caller_where_all_its_threads_are_taken(TestGraph given) {
        CountDownLatch release = new CountDownLatch(1);
        List<ConcurrentSearch<Boolean>> running = new ArrayList<>();
        Optional<ConcurrentSearch<Boolean>> next = waiting(given, release);
        while (next.isPresent()) {
            running.add(next.get());
            next = waiting(given, release);
        }
        assertEquals(Runtime.getRuntime().availableProcessors() / 2, running.size());
        release.countDown();
        running.forEach(one -> assertEquals(Optional.of(true), one.found()));
    }

    private static Optional<ConcurrentSearch<Boolean>> waiting(TestGraph given, CountDownLatch release) {
        return ConcurrentSearch.begin(given.database(), other -> {
            try {
                release.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return true;
        });
    }
}
