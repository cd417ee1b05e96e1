package io.oxgraph.recall.indexed;

import io.oxgraph.recall.Hit;
import io.oxgraph.recall.MessageItem;
import io.oxgraph.recall.Relevance;
import io.oxgraph.recall.SaidFilter;
import java.util.ArrayList;
import java.util.List;

/** Searches in what was said: messages and episodes, together as one. */
final class SaidSearch {
    /** The message that has most of the query's words is among the first by BM25. */
    private static final int FIRST = 5;

    private final MessageSearch messages;
    private final EpisodeSearch episodes;

    SaidSearch(MessageSearch messages, EpisodeSearch episodes) {
        this.messages = messages;
        this.episodes = episodes;
    }

    List<Hit<MessageItem>> meaning(float[] vector, SaidFilter filter, int limit) {
        return joined(
                filter.messages() ? messages.meaning(vector, filter, limit) : List.of(),
                filter.episodes() ? episodes.meaning(vector, filter) : List.of(),
                limit);
    }

    List<Hit<MessageItem>> words(String query, SaidFilter filter, int limit) {
        List<Hit<MessageItem>> said = filter.messages() ? messages.words(query, filter, limit) : List.of();
        List<Hit<MessageItem>> summedUp = filter.episodes() ? episodes.words(query, filter) : List.of();
        return summedUp.isEmpty() ? said : joined(said, comparable(query, said, summedUp), limit);
    }

    private static List<Hit<MessageItem>> joined(
            List<Hit<MessageItem>> said, List<Hit<MessageItem>> summedUp, int limit) {
        List<Hit<MessageItem>> both = new ArrayList<>(said);
        both.addAll(summedUp);
        return Rows.ordered(both, MessageItem::id, limit);
    }

    /**
     * Two indexes weigh words each by its own texts, so their scores say nothing to each other: an episode has the share
     * of the query's words that it has, in parts of the best of both kinds.
     */
    private static List<Hit<MessageItem>> comparable(
            String query, List<Hit<MessageItem>> said, List<Hit<MessageItem>> summedUp) {
        Relevance asked = new Relevance(List.of(query), word -> 1);
        List<Hit<MessageItem>> shares = shares(asked, summedUp);
        List<Hit<MessageItem>> all =
                new ArrayList<>(shares(asked, said.stream().limit(FIRST).toList()));
        all.addAll(shares);
        double best = all.stream().mapToDouble(Hit::score).max().orElse(1);
        return shares.stream()
                .map(hit -> new Hit<>(hit.item(), best == 0 ? 0 : hit.score() / best))
                .toList();
    }

    private static List<Hit<MessageItem>> shares(Relevance asked, List<Hit<MessageItem>> hits) {
        return hits.stream()
                .map(hit -> new Hit<>(hit.item(), asked.coverage(searched(hit.item()))))
                .toList();
    }

    private static String searched(MessageItem item) {
        return item.speaker() == null ? item.text() : item.speaker() + ": " + item.text();
    }
}
