package io.oxgraph.recall;

import static io.oxgraph.recall.RecallGraph.contents;
import static io.oxgraph.recall.RecallGraph.day;
import static io.oxgraph.recall.RecallGraph.list;
import static io.oxgraph.recall.RecallGraph.map;
import static io.oxgraph.recall.RecallGraph.results;
import static io.oxgraph.recall.RecallGraph.vector;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.oxgraph.testing.Neo4jExtension;
import io.oxgraph.testing.TestGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A user reads what is shared and what is the user's own, in the cache and through the indexes. */
@ExtendWith(Neo4jExtension.class)
class ScopesTest {
    private static final Set<String> OWNERS = Set.of("ada", "bob", "all");

    private RecallGraph graph;

    @BeforeEach
    void filled(TestGraph given) {
        graph = new RecallGraph(given.another());
        for (String owner : List.of("ada", "bob", "")) {
            for (int i = 0; i < 12; i++) {
                String whose = owner.isEmpty() ? "all" : owner;
                graph.remember(
                        "The code of " + whose + " is number " + i,
                        "user_id",
                        owner.isEmpty() ? null : owner,
                        "embedding",
                        vector(i),
                        "predicate",
                        "has_code",
                        "topic_key",
                        "code",
                        "type",
                        "event",
                        "valid_from",
                        day(i),
                        "subject",
                        "Acme");
                graph.message(
                        "c",
                        i,
                        "Speaker " + whose,
                        "The code of " + whose + " is number " + i,
                        "user_id",
                        owner,
                        "embedding",
                        vector(i));
            }
            graph.summedUp("c", "The code of " + owner, "user_id", owner, "embedding", vector(1));
        }
    }

    private void reads(Set<String> owners, String query, Object... options) {
        for (List<Map<String, Object>> found : List.of(
                results(graph.recall(query, options)),
                graph.indexed(query, options).results())) {
            Set<String> seen = new java.util.TreeSet<>();
            contents(found).forEach(text -> Arrays.stream(text.split(" "))
                    .filter(OWNERS::contains)
                    .forEach(seen::add));
            assertEquals(owners, Set.copyOf(seen), query + Arrays.toString(options));
        }
    }

    private void readsEverywhere(Set<String> owners, Object... scope) {
        List<List<Object>> calls = List.of(
                List.of(
                        "kinds",
                        list("memory"),
                        "embedding",
                        vector(3),
                        "without",
                        list("words", "entity", "threshold")),
                List.of("kinds", list("memory"), "without", list("meaning", "entity", "threshold")),
                List.of("kinds", list("memory"), "without", list("meaning", "words", "threshold")),
                List.of("kinds", list("memory"), "topic_keys", list("code"), "without", list("words", "threshold")),
                List.of("kinds", list("memory"), "predicates", list("has_code"), "without", list("words", "threshold")),
                List.of(
                        "kinds",
                        list("memory"),
                        "window",
                        map("from", day(2), "to", day(9)),
                        "without",
                        list("words", "entity", "threshold")),
                List.of(
                        "kinds",
                        list("message"),
                        "embedding",
                        vector(3),
                        "without",
                        list("message_words", "threshold")),
                List.of("kinds", list("message"), "without", list("threshold")),
                List.of("kinds", list("message"), "conversation_id", "c", "embedding", vector(3)));
        for (List<Object> call : calls) {
            List<Object> options = new ArrayList<>(call);
            options.addAll(List.of(scope));
            options.addAll(List.of("k", 100L));
            reads(owners, "the code number of Acme", options.toArray());
        }
    }

    @Test
    void a_user_reads_the_shared_and_its_own() {
        readsEverywhere(Set.of("all", "ada"), "user_id", "ada");
        readsEverywhere(Set.of("all", "bob"), "user_id", "bob");
    }

    @Test
    void without_a_user_only_the_shared_is_read() {
        readsEverywhere(Set.of("all"));
        readsEverywhere(Set.of("all"), "user_id", "nobody");
    }

    @Test
    void all_users_are_read_where_that_is_asked_for() {
        readsEverywhere(Set.of("all", "ada", "bob"), "all_users", true);
    }
}
