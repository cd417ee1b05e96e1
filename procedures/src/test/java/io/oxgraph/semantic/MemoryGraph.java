package io.oxgraph.semantic;

import io.oxgraph.testing.TestGraph;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Helpers to remember statements and to inspect the result. */
final class MemoryGraph {
    private static final String REMEMBER = "CALL oxgraph.remember($w, $items, $at)";

    final TestGraph graph;

    MemoryGraph(TestGraph graph) {
        this.graph = graph;
    }

    static ZonedDateTime day(double day) {
        return TestGraph.NOW.minusDays(1_000).plusSeconds(Math.round(day * 86_400));
    }

    /** A statement with a random id. */
    static Map<String, Object> item(String content, Object... pairs) {
        Map<String, Object> item =
                new HashMap<>(Map.of("id", UUID.randomUUID().toString(), "type", "fact", "content", content));
        for (int i = 0; i < pairs.length; i += 2) {
            item.put((String) pairs[i], pairs[i + 1]);
        }
        return item;
    }

    /** A statement of Anna's home, valid from a day. */
    static Map<String, Object> home(String place, double since, Object... pairs) {
        Map<String, Object> item = item("Anna lives in " + place, pairs);
        item.putIfAbsent("subject", "Anna");
        item.putIfAbsent("predicate", "lives_in");
        item.putIfAbsent("object", place);
        item.putIfAbsent("valid_from", day(since));
        return item;
    }

    static List<Double> vector(double degrees) {
        return List.of(Math.cos(Math.toRadians(degrees)), Math.sin(Math.toRadians(degrees)));
    }

    Map<String, Object> remember(ZonedDateTime at, Map<String, Object> item) {
        return rememberAll(at, List.of(item)).getFirst();
    }

    List<Map<String, Object>> rememberAll(ZonedDateTime at, List<Map<String, Object>> items) {
        return graph.run(REMEMBER, "items", items, "at", at);
    }

    /** Remembers a statement and returns the memory's id. */
    String remember(double day, Map<String, Object> item) {
        return (String) remember(day(day), item).get("memory_id");
    }

    Map<String, Object> memory(String id) {
        return graph.value("MATCH (m:memory {workspace_id: $w, id: $id}) RETURN m {.*}", "id", id);
    }

    String status(String id) {
        return (String) memory(id).get("status");
    }

    /** Ids at the ends of a memory's outgoing edges of a kind. */
    List<String> linked(String id, String kind) {
        return graph.value(
                "MATCH (m:memory {workspace_id: $w, id: $id}) RETURN [(m)-[r]->(o) WHERE type(r) = $type | o.id] AS ids",
                "id",
                id,
                "type",
                "_mem:" + kind);
    }

    /** The rules of a memory's transitions, in the order in which they were written. */
    List<String> rules(String id) {
        return new ArrayList<>(graph
                .run(
                        "MATCH (t:transition {workspace_id: $w, subject_id: $id}) RETURN t.rule AS rule ORDER BY t.at, t.rev",
                        "id",
                        id)
                .stream()
                .map(row -> (String) row.get("rule"))
                .toList());
    }

    long count(String label) {
        return graph.<Long>value(
                "MATCH (n {workspace_id: $w}) WHERE $label IN labels(n) RETURN count(n)", "label", label);
    }
}
