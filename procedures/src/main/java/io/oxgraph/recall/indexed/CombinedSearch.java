package io.oxgraph.recall.indexed;

import io.oxgraph.graph.Scope;
import io.oxgraph.recall.MessageItem;
import io.oxgraph.recall.MessageItem.ConversationKey;
import io.oxgraph.recall.MessagePreference;
import io.oxgraph.recall.Relevance;
import io.oxgraph.recall.SearchBackend.Hit;
import io.oxgraph.recall.SearchBackend.MessageFilter;
import io.oxgraph.recall.SearchBackend.MessageMatch;
import io.oxgraph.recall.SearchBackend.MessageScores;
import io.oxgraph.recall.VectorSlot;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Searches messages and episodes as one collection. */
final class CombinedSearch {
    /** Number of first messages among which the best word coverage is sought. */
    private static final int FIRST_MESSAGES = 5;

    private final MessageSearch messages;
    private final EpisodeSearch episodes;
    private final Concurrently concurrently;

    private CombinedSearch(MessageSearch messages, EpisodeSearch episodes, Concurrently concurrently) {
        this.messages = messages;
        this.episodes = episodes;
        this.concurrently = concurrently;
    }

    static CombinedSearch of(IndexReader rows, String workspaceId, VectorSlot slot, Scope scope) {
        DeletedConversations deletions = new DeletedConversations(rows, workspaceId);
        return new CombinedSearch(
                new MessageSearch(rows, workspaceId, slot, deletions, scope),
                new EpisodeSearch(rows, workspaceId, slot, deletions, scope),
                search -> rows.concurrently(other -> search.apply(of(other, workspaceId, slot, scope))));
    }

    /** What a search by words found, by query. */
    private record WordHits(Map<String, List<Hit<MessageItem>>> byQuery) {}

    /** Begins a search of the same messages and episodes at the same time as this one, where that can be. */
    private interface Concurrently {
        Optional<ConcurrentSearch<WordHits>> begin(Function<CombinedSearch, WordHits> search);
    }

    MessageScores scores(MessageFilter filter, MessagePreference preference, int limit) {
        return new Found(this, filter, preference, limit);
    }

    /** The speakers' names ({@link MessageSearch#speakers}). */
    List<String> speakers(String query) {
        return messages.speakers(query);
    }

    /** The messages at these places. */
    List<MessageItem> at(Map<ConversationKey, ? extends Collection<Long>> positions) {
        return messages.at(positions);
    }

    private List<Hit<MessageItem>> meaning(
            float[] vector, MessagePreference preference, MessageFilter filter, int limit) {
        return joined(
                filter.messages() ? messages.meaning(vector, preference, filter, limit) : List.of(),
                filter.episodes() ? episodes.meaning(vector, filter) : List.of());
    }

    private List<Hit<MessageItem>> words(String query, Collection<String> speakers, MessageFilter filter, int limit) {
        List<Hit<MessageItem>> said = filter.messages() ? messages.words(query, speakers, filter, limit) : List.of();
        List<Hit<MessageItem>> episodeHits = filter.episodes() ? episodes.words(query, filter) : List.of();
        return episodeHits.isEmpty() ? said : joined(said, comparable(query, said, episodeHits));
    }

    private static List<Hit<MessageItem>> joined(List<Hit<MessageItem>> said, List<Hit<MessageItem>> episodeHits) {
        List<Hit<MessageItem>> both = new ArrayList<>(said);
        both.addAll(episodeHits);
        return IndexReader.ordered(both, MessageItem::id, both.size());
    }

    /**
     * BM25 scores of two indexes are not comparable, so an episode's score is its share of the query's words
     * relative to the best share of both kinds.
     */
    private static List<Hit<MessageItem>> comparable(
            String query, List<Hit<MessageItem>> said, List<Hit<MessageItem>> episodeHits) {
        Relevance asked = new Relevance(List.of(query), word -> 1);
        List<Hit<MessageItem>> shares = shares(asked, episodeHits);
        List<Hit<MessageItem>> all = new ArrayList<>(
                shares(asked, said.stream().limit(FIRST_MESSAGES).toList()));
        all.addAll(shares);
        double best = all.stream().mapToDouble(Hit::score).max().orElse(1);
        return shares.stream()
                .map(hit -> new Hit<>(hit.item(), best == 0 ? 0 : hit.score() / best))
                .toList();
    }

    private static List<Hit<MessageItem>> shares(Relevance asked, List<Hit<MessageItem>> hits) {
        return hits.stream()
                .map(hit -> new Hit<>(hit.item(), asked.coverage(hit.item().searched())))
                .toList();
    }

    /** What searches by meaning and by words find: of what only one finds, the other score is unknown. */
    private static final class Found implements MessageScores {
        private final CombinedSearch search;
        private final MessageFilter filter;
        private final MessagePreference preference;
        private final int limit;
        private Optional<ConcurrentSearch<WordHits>> expected = Optional.empty();
        private final Map<String, MessageMatch> found = new LinkedHashMap<>();

        Found(CombinedSearch search, MessageFilter filter, MessagePreference preference, int limit) {
            this.search = search;
            this.filter = filter;
            this.preference = preference;
            this.limit = limit;
        }

        @Override
        public void meaning(float[] vector) {
            search.meaning(vector, preference, filter, limit)
                    .forEach(hit -> add(new MessageMatch(hit.item(), hit.score(), 0)));
        }

        @Override
        public void expect(List<String> queries) {
            expected = search.concurrently.begin(other -> {
                WordHits hits = new WordHits(queries.stream()
                        .distinct()
                        .collect(Collectors.toMap(query -> query, query -> words(other, query))));
                hits.byQuery()
                        .values()
                        .forEach(some -> some.forEach(hit -> hit.item().traits()));
                return hits;
            });
        }

        @Override
        public void words(String query) {
            expected.flatMap(ConcurrentSearch::found)
                    .map(hits -> hits.byQuery().get(query))
                    .orElseGet(() -> words(search, query))
                    .forEach(hit -> add(new MessageMatch(hit.item(), 0, hit.score())));
        }

        private List<Hit<MessageItem>> words(CombinedSearch searched, String query) {
            return searched.words(query, preference.speakers(), filter, limit);
        }

        private void add(MessageMatch match) {
            found.merge(
                    match.item().id(),
                    match,
                    (before, more) -> new MessageMatch(
                            before.item(),
                            Math.max(before.cosine(), more.cosine()),
                            Math.max(before.words(), more.words())));
        }

        @Override
        public List<MessageMatch> best() {
            List<MessageMatch> best = found.values().stream()
                    .filter(match -> preference.takes(match.item()))
                    .toList();
            // Each is computed once, from a text; there are hundreds.
            best.parallelStream().forEach(match -> match.item().traits());
            return best;
        }
    }
}
