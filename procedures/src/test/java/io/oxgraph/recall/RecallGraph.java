package io.oxgraph.recall;

import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.model.MemoryResults.RecallResult;
import io.oxgraph.recall.indexed.IndexBackend;
import io.oxgraph.testing.TestGraph;
import io.oxgraph.text.WorkspaceTerm;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.neo4j.graphdb.Transaction;

/** Helpers to add memories, messages and episodes, and to recall them. */
final class RecallGraph {
    final TestGraph graph;

    RecallGraph(TestGraph graph) {
        this.graph = graph;
    }

    static ZonedDateTime day(int day) {
        return TestGraph.NOW.minusDays(100 - day);
    }

    /** A vector at an angle, in degrees: near angles mean similar texts. */
    static List<Double> vector(double degrees) {
        return List.of(Math.cos(Math.toRadians(degrees)), Math.sin(Math.toRadians(degrees)));
    }

    /** Remembers a statement and returns the memory's id; pairs are further fields. */
    String remember(String content, Object... pairs) {
        Map<String, Object> item = map(pairs);
        item.put("content", content);
        item.putIfAbsent("id", UUID.randomUUID().toString());
        item.putIfAbsent("type", "fact");
        item.putIfAbsent("subject", "Anna");
        if (item.containsKey("embedding")) {
            item.putIfAbsent("embedding_model", "plane");
        }
        return graph.<String>value(
                "CALL oxgraph.remember($w, [$item], $now) YIELD memory_id RETURN memory_id", "item", item);
    }

    /** Adds a message and returns its id. */
    String message(String conversation, int position, String speaker, String text, Object... pairs) {
        Map<String, Object> message = said(conversation, position, speaker, text, pairs);
        messages(Stream.of(message));
        return (String) message.get("id");
    }

    /** Adds messages in one transaction. */
    void messages(Stream<Map<String, Object>> messages) {
        graph.run(
                """
                MATCH (w:workspace {workspace_id: $w, id: $w})
                SET w.embedding_model = 'plane'
                WITH w
                UNWIND $messages AS properties
                CREATE (m:_mem:message)
                SET m = properties""",
                "messages",
                messages.toList());
    }

    /** The properties of a message. */
    Map<String, Object> said(String conversation, int position, String speaker, String text, Object... pairs) {
        Map<String, Object> properties = map(pairs);
        String id = UUID.randomUUID().toString();
        properties.putAll(Map.of("id", id, "conversation_id", conversation, "position", (long) position, "text", text));
        properties.putAll(Map.of("speaker", speaker, "role", "user", "workspace_id", graph.workspaceId()));
        properties.putIfAbsent("user_id", "");
        properties.put("workspace_term", WorkspaceTerm.of(graph.workspaceId(), (String) properties.get("user_id")));
        properties.putIfAbsent("said_at", day(position));
        return properties;
    }

    /** Adds an episode and returns its id. */
    String summedUp(String conversation, String summary, Object... pairs) {
        Map<String, Object> properties = map(pairs);
        String id = UUID.randomUUID().toString();
        properties.putAll(Map.of("id", id, "conversation_id", conversation, "summary", summary));
        properties.putAll(Map.of("workspace_id", graph.workspaceId(), "turn_count", 12L));
        properties.putIfAbsent("user_id", "");
        properties.put("workspace_term", WorkspaceTerm.of(graph.workspaceId(), (String) properties.get("user_id")));
        properties.putIfAbsent("started_at", day(0));
        properties.putIfAbsent("ended_at", day(2));
        graph.run("CREATE (e:_mem:episode) SET e = $properties", "properties", properties);
        graph.run("MATCH (w:workspace {workspace_id: $w, id: $w}) SET w.embedding_model = 'plane'");
        return id;
    }

    /** Marks a conversation as being deleted. */
    void deleting(String conversation) {
        graph.run(
                """
                CREATE (:_mem:conversation {workspace_id: $w, id: randomUUID(), conversation_id: $conversation,
                  deleted_at: $now})""",
                "conversation",
                conversation);
    }

    Map<String, Object> recall(String query, Object... options) {
        graph.run("CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()");
        return graph.run("CALL oxgraph.recall($w, $query, $options, $now)", "query", query, "options", map(options))
                .getFirst();
    }

    /** Recalls through the indexes, without the cache. */
    RecallResult indexed(String query, Object... options) {
        graph.run("CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()");
        try (Transaction tx = graph.database().beginTx()) {
            RecallRequest request = RequestReader.read(query, map(options), TestGraph.NOW);
            RecallSettings settings =
                    RecallSettings.of(Lookup.byId(tx, Labels.WORKSPACE, graph.workspaceId(), graph.workspaceId())
                            .orElseThrow()
                            .getAllProperties());
            SearchBackend sources =
                    new IndexBackend(graph.database(), tx, graph.workspaceId(), settings.slot(), request.scope());
            return new Recall(tx, graph.workspaceId(), request, settings, sources).answer();
        }
    }

    List<String> found(String query, Object... options) {
        return contents(results(recall(query, options)));
    }

    static List<String> contents(List<Map<String, Object>> results) {
        return results.stream().map(result -> (String) result.get("content")).toList();
    }

    @SuppressWarnings("unchecked")
    static List<Map<String, Object>> results(Map<String, Object> row) {
        return (List<Map<String, Object>>) row.get("results");
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> notes(Map<String, Object> row) {
        return (Map<String, Object>) row.get("notes");
    }

    static Map<String, Object> map(Object... pairs) {
        Map<String, Object> map = new HashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put((String) pairs[i], pairs[i + 1]);
        }
        return map;
    }

    static List<Object> list(Object... items) {
        return new ArrayList<>(List.of(items));
    }
}
