package io.oxgraph.recall.cache;

import static io.oxgraph.recall.cache.Workspaces.NOW;
import static io.oxgraph.recall.cache.Workspaces.ask;
import static io.oxgraph.recall.cache.Workspaces.ids;
import static io.oxgraph.recall.cache.Workspaces.withWords;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxgraph.graph.Scope;
import io.oxgraph.recall.MemoryItem;
import io.oxgraph.recall.Preferences;
import io.oxgraph.recall.SearchBackend;
import io.oxgraph.recall.SearchBackend.MessageFilter;
import io.oxgraph.recall.SearchBackend.MessageScores;
import io.oxgraph.recall.cache.CachedItem.CachedDocument;
import io.oxgraph.recall.cache.Snapshot.SnapshotBuilder;
import io.oxgraph.testing.Neo4jExtension;
import io.oxgraph.testing.TestGraph;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.neo4j.graphdb.QueryExecutionException;
import org.neo4j.graphdb.Transaction;
import org.neo4j.graphdb.TransactionFailureException;
import org.neo4j.graphdb.TransientFailureException;

/** After any history of concurrent writers, the cached snapshot equals a fresh load. */
@Tag("deep")
@ExtendWith(Neo4jExtension.class)
class RandomHistoryTest {
    private static final int WRITERS = 4;
    private static final int STEPS = 60;
    private static final int IDS = 12;
    private static final List<String> WORDS =
            List.of("cake", "tea", "bread", "butter", "oslo", "runs", "running", "東京", "café", "the", "who");

    /** Each is one commit; $id, $other, $text, $vector and $flag are random. */
    private static final List<String> STATEMENTS = List.of(
            """
            MERGE (m:_mem {workspace_id: $w, id: 'm' + $id})
            SET m:memory:fact, m.type = 'fact', m.status = 'active', m.recorded_at = $now, m.content = $text,
                m.embedding = $vector, m.subject_id = 'e' + $other, m.valid_from = $now""",
            """
            MERGE (m:_mem {workspace_id: $w, id: 's' + $id})
            SET m:message, m.conversation_id = 'c' + ($id % 3), m.position = $other, m.role = 'user', m.text = $text,
                m.speaker = CASE WHEN $flag THEN 'Anna' END, m.embedding = $vector, m.said_at = $now""",
            """
            MERGE (p:_mem {workspace_id: $w, id: 'p' + $id})
            SET p:episode, p.conversation_id = 'c' + ($id % 3), p.summary = $text, p.started_at = $now,
                p.ended_at = $now, p.embedding = $vector, p.deleted_at = CASE WHEN $flag THEN $now END""",
            """
            MERGE (c:_mem {workspace_id: $w, id: 't' + ($id % 3)})
            SET c:conversation, c.conversation_id = 'c' + ($id % 3), c.deleted_at = CASE WHEN $flag THEN $now END""",
            """
            MERGE (q:_mem {workspace_id: $w, id: 'q' + $id})
            SET q:question, q.memory_id = 'm' + $other, q.text = $text, q.embedding = $vector""",
            """
            MERGE (e:_mem {workspace_id: $w, id: 'e' + $id}) SET e:entity, e.node_id = e.id, e.name = $text
            MERGE (a:_mem {workspace_id: $w, id: 'a' + $id}) SET a:alias, a.key = 'n' + $other, a.entity_id = e.id""",
            """
            MERGE (e:_mem {workspace_id: $w, id: 'e' + $id})
            SET e:entity, e.node_id = e.id, e.name = 'n' + $id, e.description = $text, e.embedding = $vector,
                e.type = CASE WHEN $other = 0 THEN 'user' ELSE 'customer' END, e.shown_properties = ['word: ' + $text],
                e.workspace_term = CASE WHEN $flag THEN 'ws' END""",
            "MATCH (m:_mem {workspace_id: $w, id: 'm' + $id}) SET m.content = $text, m.embedding = null",
            "MATCH (m:_mem {workspace_id: $w, id: 'm' + $id}) SET m.status = CASE WHEN $flag THEN 'forgotten' ELSE 'active' END",
            "MATCH (m:_mem {workspace_id: $w, id: 'm' + $id}) SET m.access_count = $other, m.last_accessed_at = $now",
            """
            MATCH (m:memory {workspace_id: $w}), (n:memory {workspace_id: $w}) WHERE m.id < n.id
            WITH m, n ORDER BY m.id, n.id SKIP $id LIMIT 2 MERGE (m)-[:`_mem:contradicts`]->(n)""",
            """
            MATCH (:memory {workspace_id: $w})-[edge:`_mem:contradicts`]->() WITH edge SKIP $id / 4 LIMIT 1
            DELETE edge""",
            "MATCH (m:_mem {workspace_id: $w, id: 'm' + $id}) DETACH DELETE m",
            "MATCH (m:_mem {workspace_id: $w, id: 'm' + $id}) REMOVE m:_mem, m.workspace_id DETACH DELETE m",
            "MATCH (n:_mem {workspace_id: $w}) WHERE n.id ENDS WITH toString($id) AND NOT n:workspace DETACH DELETE n",
            "MATCH (s:_mem {workspace_id: $w, id: 's' + $id}) SET s.text = '[erased]'",
            "MATCH (e:_mem {workspace_id: $w, id: 'e' + $id}) SET e.merged_into = 'e' + $other, e.deleted_at = $now",
            "MATCH (e:_mem {workspace_id: $w, id: 'e' + $id}) REMOVE e.merged_into, e.deleted_at",
            "MATCH (a:_mem {workspace_id: $w, id: 'a' + $id}) SET a.entity_id = 'e' + $other, a.key = 'n' + $id",
            "MATCH (n:_mem {workspace_id: $w}) WHERE n:memory OR n:message SET n.embedding = $vector");

    private TestGraph graph;
    private final AtomicInteger commits = new AtomicInteger();
    private final AtomicInteger contradictions = new AtomicInteger();

    @BeforeEach
    void fresh(TestGraph given) {
        graph = given;
    }

    @AfterEach
    void restore() {
        CoarseVectors.least(CoarseVectors.MANY);
    }

    /** @param estimated number of vectors from which on cosines are estimated */
    @ParameterizedTest
    @CsvSource({"1, 1000", "2, 3", "3, 1"})
    void is_what_a_fresh_look_gives(long seed, int estimated) throws Exception {
        CoarseVectors.least(estimated);
        try (ExecutorService pool = Executors.newFixedThreadPool(WRITERS)) {
            List<Future<?>> writers = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                Random random = new Random(seed * 100 + i);
                String mine = "mine" + "abcd".charAt(i);
                writers.add(pool.submit(() -> write(random, mine)));
            }
            for (Future<?> writer : writers) {
                writer.get();
            }
        }
        assertTrue(commits.get() > WRITERS * STEPS / 2, commits + " commits");
        Snapshot held = ((CacheBackend) ask(graph, sources -> sources)).snapshot();
        Snapshot read = new SnapshotLoader(graph.database(), graph.workspaceId())
                .load(new SnapshotBuilder(), "embedding", IndexCache.limits())
                .orElseThrow();
        assertEquals(state(read), state(held));
        assertTrue(contradictions.get() > 0, "no contradiction was ever seen");
    }

    private Void write(Random random, String mine) throws Exception {
        for (int step = 0; step < STEPS; step++) {
            Map<String, Object> parameters = parameters(random);
            String statement = STATEMENTS.get(random.nextInt(STATEMENTS.size()));
            boolean commits = random.nextInt(5) > 0;
            retried(() -> run(statement, parameters, commits));
            if (random.nextInt(3) == 0) {
                findsItsOwn(mine + "x" + step, mine);
            }
            if (random.nextInt(4) == 0) {
                contradictions.addAndGet(
                        ask(graph, sources -> contradictions(sources, ((CacheBackend) sources).snapshot()))
                                .size());
            }
        }
        return null;
    }

    /** A confirmed write is found by the client's next query. */
    private void findsItsOwn(String word, String id) throws Exception {
        retried(() -> run(
                """
                MERGE (m:_mem {workspace_id: $w, id: $id})
                SET m:memory, m.type = 'fact', m.status = 'active', m.recorded_at = $now, m.content = $word""",
                Map.of("w", graph.workspaceId(), "id", id, "word", word, "now", TestGraph.NOW),
                true));
        assertEquals(List.of(id), ids(ask(graph, sources -> sources.words(word, NOW, 5))), word);
    }

    private Map<String, Object> parameters(Random random) {
        Map<String, Object> parameters = new HashMap<>();
        parameters.put("w", graph.workspaceId());
        parameters.put("now", TestGraph.NOW);
        parameters.put("id", (long) random.nextInt(IDS));
        parameters.put("other", (long) random.nextInt(IDS));
        parameters.put("flag", random.nextBoolean());
        parameters.put("text", WORDS.get(random.nextInt(WORDS.size())) + " " + WORDS.get(random.nextInt(WORDS.size())));
        parameters.put(
                "vector",
                random.nextInt(4) == 0
                        ? null
                        : new float[] {random.nextFloat(), random.nextFloat(), random.nextFloat()});
        return parameters;
    }

    private Void run(String statement, Map<String, Object> parameters, boolean commit) {
        try (Transaction tx = graph.database().beginTx()) {
            tx.execute(statement, parameters).close();
            if (commit) {
                tx.commit();
                commits.incrementAndGet();
            }
        }
        return null;
    }

    /**
     * Retries failed transactions (deadlock, node deleted concurrently) with growing pauses, as a driver does: at once, it
     * could take the same lock again before those that waited for it.
     */
    private static void retried(Callable<Void> call) throws Exception {
        for (int attempt = 0; ; attempt++) {
            try {
                call.call();
                return;
            } catch (TransientFailureException | QueryExecutionException | TransactionFailureException e) {
                if (attempt == 50) {
                    throw e;
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(attempt));
            }
        }
    }

    /** All that searches can see. */
    private List<String> state(Snapshot snapshot) {
        List<String> state = new ArrayList<>();
        snapshot.memories().forEach(memory -> state.add(memory + vector(memory)));
        snapshot.messages().forEach(message -> state.add(message + vector(message)));
        snapshot.episodes().forEach(episode -> state.add(episode + vector(episode)));
        state.add(snapshot.deleted().cardinality() + " being deleted");
        snapshot.questions().forEach(question -> state.add(question.id() + question.memoryId() + vector(question)));
        snapshot.results().forEach(entity -> state.add(entity + vector(entity)));
        state.replaceAll(line -> line.replaceAll("number=\\d+", ""));
        state.sort(null);
        SearchBackend sources = new CacheBackend(
                snapshot, Scope.ALL, new SnapshotLoader(graph.database(), graph.workspaceId())::contradictions);
        IntStream.range(0, IDS).forEach(i -> state.add(named(sources, "n" + i)));
        float[] vector = {1, 0.5f, 0.2f};
        state.add(sources.meaning(vector, NOW, 50).toString());
        state.add(sources.questions(vector, NOW, 50).toString());
        state.add(sources.entityMeaning(vector, 50).toString());
        state.add(sources.entities(List.of("e0", "e1", "e2", "e3")).toString());
        state.add(messages(sources, vector).best().toString().replaceAll("number=\\d+", ""));
        for (String word : WORDS) {
            MessageScores scores = messages(sources, vector);
            scores.words(word);
            state.add(scores.best().toString().replaceAll("number=\\d+", ""));
            state.add(word + sources.words(word + " cake", NOW, 50) + sources.rarity(word));
            state.add(word + sources.entityWords(word + " cake", 50));
            state.add(
                    withWords(sources, word, MessageFilter.in("c1")).toString().replaceAll("number=\\d+", ""));
        }
        state.addAll(contradictions(sources, snapshot));
        state.add(snapshot.items() + " items, " + snapshot.memories().live() + " memories");
        return state;
    }

    private static MessageScores messages(SearchBackend sources, float[] vector) {
        MessageScores scores =
                sources.messages(MessageFilter.ALL, Preferences.of("Anna", List.of("Anna"), Map.of()), 50);
        scores.meaning(vector);
        return scores;
    }

    /** Of each memory that has some. */
    private static List<String> contradictions(SearchBackend sources, Snapshot snapshot) {
        List<MemoryItem> all = new ArrayList<>();
        snapshot.memories().forEach(all::add);
        List<String> lines = new ArrayList<>();
        sources.contradictions(all).forEach((id, others) -> lines.add(id + " is opposed by " + others));
        lines.sort(null);
        return lines;
    }

    private static String vector(CachedDocument<?> doc) {
        return doc.vector() == null ? "" : doc.vector().toString();
    }

    private static String named(SearchBackend sources, String name) {
        return sources.named(name).stream()
                .map(Object::toString)
                .sorted()
                .toList()
                .toString();
    }
}
