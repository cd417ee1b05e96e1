package io.oxgraph.recall.cache;

import io.oxgraph.graph.Scope;
import io.oxgraph.recall.Preferences;
import io.oxgraph.recall.SearchBackend;
import io.oxgraph.recall.SearchBackend.Hit;
import io.oxgraph.recall.SearchBackend.MemoryFilter;
import io.oxgraph.recall.SearchBackend.MessageFilter;
import io.oxgraph.recall.SearchBackend.MessageMatch;
import io.oxgraph.recall.SearchBackend.MessageScores;
import io.oxgraph.testing.TestGraph;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.neo4j.graphdb.Transaction;

/** Short ways to fill a workspace and to ask it. */
final class Workspaces {
    static final MemoryFilter NOW = new MemoryFilter(Set.of(), false, null, TestGraph.NOW.toInstant(), 0);

    private Workspaces() {}

    static <T> T ask(TestGraph graph, Function<SearchBackend, T> question) {
        try (Transaction tx = graph.database().beginTx()) {
            return question.apply(
                    IndexCache.of(tx, graph.workspaceId(), Scope.SHARED).orElseThrow());
        }
    }

    static boolean isHeld(TestGraph graph) {
        try (Transaction tx = graph.database().beginTx()) {
            return IndexCache.of(tx, graph.workspaceId(), Scope.SHARED).isPresent();
        }
    }

    static void memory(TestGraph graph, String id, String content, float... vector) {
        graph.run(
                """
                CREATE (:_mem:memory:fact {id: $id, workspace_id: $w, recorded_at: $now, type: 'fact',
                  status: 'active', content: $content, subject_id: '', object_id: '', predicate: '', confidence: 1.0,
                  valid_from: $now, valid_to: datetime('9999-12-31T00:00:00Z'), embedding: $vector})""",
                "id",
                id,
                "content",
                content,
                "vector",
                vector.length == 0 ? null : vector);
    }

    static void fill(TestGraph graph, int memories) {
        graph.run(
                """
                UNWIND range(1, $memories) AS i
                CREATE (:_mem:memory {id: 'n' + i, workspace_id: $w, recorded_at: $now, type: 'fact',
                  status: 'active', content: 'bread ' + i, embedding: [1.0, toFloat(i)]})""",
                "memories",
                memories);
    }

    static void message(TestGraph graph, String id, String conversation, long position, String speaker, String text) {
        graph.run(
                """
                CREATE (:_mem:message {id: $id, workspace_id: $w, conversation_id: $conversation,
                  position: $position, role: 'user', speaker: $speaker, text: $text, said_at: $now})""",
                "id",
                id,
                "conversation",
                conversation,
                "position",
                position,
                "speaker",
                speaker,
                "text",
                text);
    }

    /** The messages with one of these words, the best first. */
    static List<MessageMatch> withWords(SearchBackend sources, String words, MessageFilter filter) {
        MessageScores scores = sources.messages(filter, Preferences.PLAIN, 100);
        scores.words(words);
        return scores.best();
    }

    static List<String> idsOf(List<MessageMatch> matches) {
        return matches.stream().map(match -> match.item().id()).toList();
    }

    /** The ids in their order. */
    static List<String> ids(List<? extends Hit<?>> hits) {
        return hits.stream().map(hit -> ((CachedItem) hit.item()).id()).toList();
    }
}
