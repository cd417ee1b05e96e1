package io.oxgraph.recall.held;

import io.oxgraph.recall.Hit;
import io.oxgraph.recall.MessageItem;
import io.oxgraph.recall.SaidFilter;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;

/** Searches in what was said: messages and episodes, together as one. */
final class SaidSearch {
    private static final int MOST_SPEAKERS = 200;

    private static final Comparator<Hit<MessageItem>> BEST_FIRST = Comparator.comparingDouble(
                    (Hit<MessageItem> hit) -> -hit.score())
            .thenComparing(hit -> hit.item().id());

    private final Image image;

    SaidSearch(Image image) {
        this.image = image;
    }

    /** The best of both by these scores. */
    List<Hit<MessageItem>> found(
            Function<Shelf<HeldMessage>, double[]> messages,
            Function<Shelf<HeldEpisode>, double[]> episodes,
            SaidFilter filter,
            int limit) {
        List<Hit<MessageItem>> hits = new ArrayList<>();
        if (filter.messages()) {
            add(hits, image.messages(), messages, filter, limit);
        }
        if (filter.episodes() && image.episodes().live() > 0) {
            add(hits, image.episodes(), episodes, filter, limit);
            hits.sort(BEST_FIRST);
        }
        return hits.size() > limit ? hits.subList(0, limit) : hits;
    }

    private <D extends HeldSaid<D>> void add(
            List<Hit<MessageItem>> hits,
            Shelf<D> shelf,
            Function<Shelf<D>, double[]> scores,
            SaidFilter filter,
            int limit) {
        shelf.best(scores.apply(shelf), passing(filter), limit)
                .forEach(hit -> hits.add(new Hit<>(hit.item(), hit.score())));
    }

    private <D extends HeldSaid<D>> Predicate<D> passing(SaidFilter filter) {
        Predicate<D> passing = said -> true;
        if (filter.conversationId() != null) {
            int only = image.vocabulary().conversation(filter.conversationId());
            passing = said -> said.conversation() == only;
        }
        if (filter.excludedId() != null) {
            int without = image.vocabulary().conversation(filter.excludedId());
            passing = passing.and(said -> said.conversation() != without);
        }
        BitSet deleted = image.deleted();
        return deleted.isEmpty() ? passing : passing.and(said -> !deleted.get(said.conversation()));
    }

    /** What a word says that so many texts of both kinds have, so that their scores can be compared. */
    double rarity(int term) {
        return new Bm25(live(), 1).rarity(frequency(term));
    }

    /** How many messages and episodes there are. */
    long live() {
        return (long) image.messages().live() + image.episodes().live();
    }

    /** How many of them have the word. */
    long frequency(int term) {
        return image.messages().frequency(term) + image.episodes().frequency(term);
    }

    List<String> speakers() {
        Set<String> speakers = new TreeSet<>();
        BitSet deleted = image.deleted();
        image.messages().forEach(message -> {
            if (message.speaker() != null && !deleted.get(message.conversation())) {
                speakers.add(message.speaker());
            }
        });
        return speakers.stream().limit(MOST_SPEAKERS).toList();
    }

    List<MessageItem> messagesAt(String conversationId, Collection<Long> positions) {
        int conversation = image.vocabulary().conversation(conversationId);
        List<MessageItem> found = new ArrayList<>();
        if (conversation < 0 || image.deleted().get(conversation)) {
            return found;
        }
        for (long position : Set.copyOf(positions)) {
            HeldMessage message = image.messages().find(other -> other.compareTo(conversation, position));
            if (message != null) {
                found.add(message);
            }
        }
        return found;
    }
}
