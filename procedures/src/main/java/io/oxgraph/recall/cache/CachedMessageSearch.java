package io.oxgraph.recall.cache;

import io.oxgraph.recall.MessageItem;
import io.oxgraph.recall.MessageItem.ConversationKey;
import io.oxgraph.recall.Scope;
import io.oxgraph.recall.SearchBackend.Hit;
import io.oxgraph.recall.SearchBackend.MessageFilter;
import io.oxgraph.recall.cache.CachedItem.Voice;
import io.oxgraph.recall.cache.CachedText.CachedEpisode;
import io.oxgraph.recall.cache.CachedText.CachedMessage;
import io.oxgraph.recall.cache.Postings.Bm25;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;

/** Searches messages and episodes as one collection. */
final class CachedMessageSearch {
    private static final int MAX_SPEAKERS = 200;

    private static final Comparator<Hit<MessageItem>> BEST_FIRST = Comparator.comparingDouble(
                    (Hit<MessageItem> hit) -> -hit.score())
            .thenComparing(hit -> hit.item().id());

    private final Snapshot snapshot;
    private final Scope scope;

    CachedMessageSearch(Snapshot snapshot, Scope scope) {
        this.snapshot = snapshot;
        this.scope = scope;
    }

    /** The best messages and episodes by these scores. */
    List<Hit<MessageItem>> found(
            Function<SegmentedIndex<CachedMessage>, double[]> messages,
            Function<SegmentedIndex<CachedEpisode>, double[]> episodes,
            MessageFilter filter,
            int limit) {
        List<Hit<MessageItem>> hits = new ArrayList<>();
        if (filter.messages()) {
            add(hits, snapshot.messages(), messages, filter, limit);
        }
        if (filter.episodes() && snapshot.episodes().live() > 0) {
            add(hits, snapshot.episodes(), episodes, filter, limit);
            hits.sort(BEST_FIRST);
        }
        return hits.size() > limit ? hits.subList(0, limit) : hits;
    }

    private <D extends CachedText<D>> void add(
            List<Hit<MessageItem>> hits,
            SegmentedIndex<D> index,
            Function<SegmentedIndex<D>, double[]> scores,
            MessageFilter filter,
            int limit) {
        index.best(scores.apply(index), passing(filter), limit)
                .forEach(hit -> hits.add(new Hit<>(hit.item(), hit.score())));
    }

    private <D extends CachedText<D>> Predicate<D> passing(MessageFilter filter) {
        Predicate<D> passing = said -> scope.reads(said.userId(), said.agentId());
        if (filter.conversationId() != null || filter.excludedId() != null) {
            passing = passing.and(said -> filter.takes(said.conversationId()));
        }
        BitSet deleted = snapshot.deleted();
        return deleted.isEmpty() ? passing : passing.and(said -> !deleted.get(said.number()));
    }

    /** Inverse document frequency over messages and episodes together, so that their scores are comparable. */
    double rarity(int term) {
        return new Bm25(live(), 1).rarity(frequency(term));
    }

    /** Number of messages and episodes. */
    long live() {
        return (long) snapshot.messages().live() + snapshot.episodes().live();
    }

    /** Document frequency of a term over both. */
    long frequency(int term) {
        return snapshot.messages().frequency(term) + snapshot.episodes().frequency(term);
    }

    List<String> speakers() {
        Set<String> speakers = new TreeSet<>();
        BitSet deleted = snapshot.deleted();
        if (deleted.isEmpty()) {
            for (Voice voice : snapshot.messages().voices()) {
                if (scope.reads(voice.userId(), voice.agentId())) {
                    speakers.add(voice.speaker());
                }
            }
        } else {
            snapshot.messages().forEach(message -> {
                if (message.speaker() != null
                        && scope.reads(message.userId(), message.agentId())
                        && !deleted.get(message.number())) {
                    speakers.add(message.speaker());
                }
            });
        }
        return speakers.stream().limit(MAX_SPEAKERS).toList();
    }

    List<MessageItem> messagesAt(ConversationKey key, Collection<Long> positions) {
        int conversation = snapshot.vocabulary().conversation(key);
        List<MessageItem> found = new ArrayList<>();
        if (conversation < 0 || !scope.reads(key.userId()) || snapshot.deleted().get(conversation)) {
            return found;
        }
        for (long position : Set.copyOf(positions)) {
            CachedMessage message = snapshot.messages().find(other -> other.compareTo(conversation, position));
            if (message != null && scope.reads(message.userId(), message.agentId())) {
                found.add(message);
            }
        }
        return found;
    }
}
