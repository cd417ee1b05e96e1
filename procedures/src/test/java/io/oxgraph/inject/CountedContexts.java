package io.oxgraph.inject;

import io.oxgraph.situation.Contexts;
import io.oxgraph.situation.Estimate;
import io.oxgraph.situation.Forecast;
import io.oxgraph.situation.Situation;
import io.oxgraph.situation.Situation.Counts;
import io.oxgraph.situation.Situation.Step;
import io.oxgraph.testing.Neo4jExtension;
import io.oxgraph.testing.TestGraph;
import io.oxgraph.text.Identifiers;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

/** A workspace whose contexts are counted by hand, as the pattern pass writes them, and what inject says there. */
@ExtendWith(Neo4jExtension.class)
abstract class CountedContexts {
    static final String INJECT = "CALL oxgraph.inject($w, $request, $now)";
    static final long TODAY = TestGraph.NOW.toLocalDate().toEpochDay();
    static final double EXACT = 1e-12;
    static final Step NEXT = new Step("book", "User", null, false);
    static final Step FAILED = new Step("book", "User", "u1", true);
    static final List<Step> TWO_FAILED = List.of(FAILED, FAILED);
    TestGraph graph;

    @BeforeEach
    void fresh(TestGraph given) {
        graph = given;
        tally("book", "User", 40, 20);
    }

    /** The probability where one context has been counted. */
    static double expected(List<Step> before, Counts plain, String context, Counts counts) {
        Situation situation = Situation.of(before, NEXT, Counts.NONE);
        return Forecast.START.probability(Estimate.of(
                situation,
                plain,
                (family, value) -> family.context(value).equals(context) ? counts : Counts.NONE,
                true));
    }

    Map<String, Object> inject(String actionType, String... targets) {
        return inject(request(Map.of(
                "session_id",
                "s",
                "action_type",
                actionType,
                "target_node_type",
                "User",
                "targets",
                List.of(targets))));
    }

    Map<String, Object> inject(Map<String, Object> request) {
        return graph.run(INJECT, "request", request).getFirst();
    }

    static Map<String, Object> request(Map<String, Object> fields) {
        Map<String, Object> request = new HashMap<>(Map.of("targets", List.of()));
        request.putAll(fields);
        return request;
    }

    List<Object> contexts(String actionType, String... targets) {
        return contexts(inject(actionType, targets));
    }

    List<Object> asked(Map<String, Object> fields) {
        return contexts(inject(request(fields)));
    }

    static List<Object> contexts(Map<String, Object> found) {
        return rows(found).stream().map(row -> row.get("context")).toList();
    }

    static List<Object> values(Map<String, Object> row, String... columns) {
        return Arrays.stream(columns).map(row::get).toList();
    }

    static List<Object> names(Map<String, Object> found) {
        return rows(found).stream().map(row -> row.get("name")).toList();
    }

    @SuppressWarnings("unchecked")
    static List<Map<String, Object>> rows(Map<String, Object> found) {
        return (List<Map<String, Object>>) found.get("patterns");
    }

    void failed(String actionType, String target, long minutesAgo) {
        failed(actionType, target, minutesAgo, "s");
    }

    void failed(String actionType, String target, long minutesAgo, String session) {
        capture(actionType, target, "failure", minutesAgo, session);
    }

    void succeeded(String actionType, String target, long minutesAgo) {
        capture(actionType, target, "success", minutesAgo, "s");
    }

    void capture(String actionType, String target, String outcome, long minutesAgo, String session) {
        ZonedDateTime at = TestGraph.NOW.minusMinutes(minutesAgo);
        Map<String, Object> action = new HashMap<>(
                Map.of("session_id", session, "action_type", actionType, "outcome", outcome, "started_at", at));
        if (target != null) {
            action.putAll(Map.of("target_node_type", "User", "target_node_ids", List.of(target)));
        }
        graph.run("CALL oxgraph.capture($w, $action, $now)", "action", action);
    }

    String tallyId() {
        return Identifiers.stableId(graph.workspaceId(), "tally", List.of("book", "User"));
    }

    String keyId(String context) {
        return Contexts.keyId(graph.workspaceId(), "book", "User", context);
    }

    void tally(String actionType, String nodeType, long actions, long failures) {
        node(
                "tally",
                tallyId(),
                Map.of(
                        "action_type",
                        actionType,
                        "node_type",
                        nodeType,
                        "days",
                        new long[] {TODAY},
                        "day_actions",
                        new long[] {actions},
                        "day_failures",
                        new long[] {failures},
                        "day_targeted_failures",
                        new long[] {failures}));
    }

    void key(String context, long actions, long failures) {
        node(
                "pattern_key",
                keyId(context),
                Map.of(
                        "context",
                        context,
                        "status",
                        "candidate",
                        "days",
                        new long[] {TODAY},
                        "day_totals",
                        new long[] {actions},
                        "day_actions",
                        new long[] {failures},
                        "day_sequences",
                        new long[] {failures}));
    }

    void nodeTally(String target, long actions, long failures) {
        node(
                "node_tally",
                Contexts.nodeTallyId(graph.workspaceId(), "book", "User", target),
                Map.of("days", new long[] {TODAY}, "day_actions", new long[] {actions}, "day_failures", new long[] {
                    failures
                }));
    }

    /** Promotes a context that was counted; the id of its pattern. */
    String pattern(String context, Map<String, Object> more) {
        String id = Identifiers.stableId(graph.workspaceId(), "pattern", List.of(keyId(context), "1"));
        Map<String, Object> properties = new HashMap<>(Map.of(
                "name",
                "book:User:AnyError " + context,
                "action_type",
                "book",
                "node_type",
                "User",
                "error_code",
                "AnyError",
                "status",
                "active",
                "confidence",
                0.5,
                "context",
                context,
                "context_text",
                "as an earlier version put it"));
        properties.putAll(Map.of(
                "sample_count",
                6L,
                "action_count",
                12L,
                "total_count",
                14L,
                "other_count",
                38L,
                "other_failures",
                17L));
        properties.putAll(more);
        node("pattern", id, properties);
        graph.run(
                "MERGE (k:_mem:pattern_key {workspace_id: $w, id: $key}) SET k.pattern_id = $id, k.status = 'active'",
                "key",
                keyId(context),
                "id",
                id);
        return id;
    }

    void change(String property, Object value) {
        graph.run(
                "MATCH (p:pattern {workspace_id: $w}) SET p[$property] = $value", "property", property, "value", value);
    }

    void node(String kind, String id, Map<String, Object> properties) {
        graph.run(
                "CREATE (n:_mem:$($kind) {id: $id, workspace_id: $w}) SET n += $properties",
                "kind",
                kind,
                "id",
                id,
                "properties",
                properties);
    }
}
