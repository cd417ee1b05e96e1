package io.oxgraph.recall.indexed;

import io.oxgraph.recall.MessageItem;
import io.oxgraph.recall.MessagePreference;
import io.oxgraph.recall.Relevance;
import io.oxgraph.recall.SearchBackend.Hit;
import io.oxgraph.recall.SearchBackend.MessageFilter;
import io.oxgraph.recall.SearchBackend.MessageMatch;
import io.oxgraph.recall.SearchBackend.MessageScores;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Searches messages and episodes as one collection. */
final class CombinedSearch {
    /** Number of first messages among which the best word coverage is sought. */
    private static final int FIRST_MESSAGES = 5;

    private final MessageSearch messages;
    private final EpisodeSearch episodes;

    CombinedSearch(MessageSearch messages, EpisodeSearch episodes) {
        this.messages = messages;
        this.episodes = episodes;
    }

    MessageScores scores(MessageFilter filter, MessagePreference preference, int limit) {
        return new Found(this, filter, preference, limit);
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
        public void words(String query) {
            search.words(query, preference.speakers(), filter, limit)
                    .forEach(hit -> add(new MessageMatch(hit.item(), 0, hit.score())));
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
            return found.values().stream()
                    .filter(match -> preference.takes(match.item()))
                    .toList();
        }
    }
}
