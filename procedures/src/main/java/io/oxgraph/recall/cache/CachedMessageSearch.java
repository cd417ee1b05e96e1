package io.oxgraph.recall.cache;

import io.oxgraph.graph.Scope;
import io.oxgraph.recall.MessageItem;
import io.oxgraph.recall.MessageItem.ConversationKey;
import io.oxgraph.recall.MessagePreference;
import io.oxgraph.recall.SearchBackend.MessageFilter;
import io.oxgraph.recall.SearchBackend.MessageMatch;
import io.oxgraph.recall.SearchBackend.MessageScores;
import io.oxgraph.recall.cache.CachedText.CachedMessage;
import io.oxgraph.recall.cache.Postings.Bm25;
import io.oxgraph.recall.cache.TopK.Placed;
import io.oxgraph.recall.cache.Utterances.Voice;
import io.oxgraph.recall.cache.Vocabulary.TextAnalysis;
import io.oxgraph.text.Mentions;
import io.oxgraph.text.Names;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ForkJoinTask;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Searches messages and episodes as one collection. */
final class CachedMessageSearch {
    /** Speakers that are named whatever the query says. */
    private static final int SPEAKERS = 200;

    /** Of so many ranked messages one is sure to be among the best; of the others an estimated cosine may decide. */
    private static final int ONE_OF = 4;

    private static final Comparator<Preferred> BEST_FIRST = Comparator.comparingDouble((Preferred one) -> -one.score())
            .thenComparing(one -> one.match().item().id());

    private final Snapshot snapshot;
    private final Scope scope;

    CachedMessageSearch(Snapshot snapshot, Scope scope) {
        this.snapshot = snapshot;
        this.scope = scope;
    }

    MessageScores scores(MessageFilter filter, MessagePreference preference, int limit) {
        return new Scores(filter, preference, limit);
    }

    private <D extends CachedText<D>> Predicate<D> passing(MessageFilter filter) {
        Predicate<D> passing = said -> scope.reads(said.userId(), said.agentId());
        if (filter.conversationId() != null || filter.excludedId() != null) {
            passing = passing.and(said -> filter.takes(said.conversationId()));
        }
        BitSet deleted = snapshot.deleted();
        return deleted.isEmpty() ? passing : passing.and(said -> !deleted.get(said.number()));
    }

    /** The scores of messages and episodes in one call. */
    private final class Scores implements MessageScores {
        private final List<Kind<?>> kinds = new ArrayList<>();
        private final MessagePreference preference;
        private final int limit;
        /** What is sought while vectors are compared, by query. */
        private final Map<String, ForkJoinTask<List<double[]>>> expected = new HashMap<>();

        Scores(MessageFilter filter, MessagePreference preference, int limit) {
            this.preference = preference;
            this.limit = limit;
            if (filter.messages()) {
                kinds.add(new Kind<>(snapshot.messages(), passing(filter)));
            }
            if (filter.episodes() && snapshot.episodes().live() > 0) {
                kinds.add(new Kind<>(snapshot.episodes(), passing(filter)));
            }
        }

        @Override
        public void meaning(float[] vector) {
            QuantizedVector query = QuantizedVector.of(vector);
            if (query != null) {
                kinds.forEach(kind -> kind.meaning(query.query()));
            }
        }

        @Override
        public void expect(List<String> queries) {
            if (live() >= CoarseVectors.least()) {
                queries.forEach(query -> expected.computeIfAbsent(
                        query, text -> ForkJoinTask.adapt(() -> parts(text)).fork()));
            }
        }

        @Override
        public void words(String query) {
            ForkJoinTask<List<double[]>> begun = expected.remove(query);
            List<double[]> parts = begun == null ? parts(query) : begun.join();
            for (int i = 0; i < parts.size(); i++) {
                kinds.get(i).words(parts.get(i));
            }
        }

        /** By kind, the score of each item in parts of the best. */
        private List<double[]> parts(String query) {
            int[] terms = TextAnalysis.query(query, snapshot.vocabulary());
            List<double[]> found = new ArrayList<>();
            kinds.forEach(kind -> found.add(kind.index.words(terms, CachedMessageSearch.this::rarity)));
            double best = 0;
            for (int i = 0; i < kinds.size(); i++) {
                best = Math.max(best, kinds.get(i).best(found.get(i)));
            }
            if (best <= 0) {
                return List.of();
            }
            for (double[] scores : found) {
                for (int i = 0; i < scores.length; i++) {
                    scores[i] /= best;
                }
            }
            return found;
        }

        @Override
        public List<MessageMatch> best() {
            List<Preferred> preferred = new ArrayList<>();
            kinds.forEach(kind -> kind.best(preference, limit, preferred));
            if (kinds.size() > 1) {
                preferred.sort(BEST_FIRST);
            }
            return preferred.stream().limit(limit).map(Preferred::match).toList();
        }
    }

    private record Preferred(MessageMatch match, double score) {}

    /** The messages, or the episodes, of one call. */
    private final class Kind<D extends CachedText<D>> {
        private final SegmentedIndex<D> index;
        private final Predicate<D> passing;
        private final Nearness<D> nearness;
        /** By item; null before there are any. */
        private double[] words;

        Kind(SegmentedIndex<D> index, Predicate<D> passing) {
            this.index = index;
            this.passing = passing;
            nearness = new Nearness<>(index);
        }

        private void meaning(QuantizedVector.Query query) {
            nearness.add(query);
        }

        /** The highest of the scores that may be read. */
        private double best(double[] scores) {
            return index.highest(scores, passing);
        }

        /** Those of what may not be read can be above 1, but are never returned. */
        private void words(double[] parts) {
            words = highest(words, parts);
        }

        private static double[] highest(double[] before, double[] scores) {
            for (int i = 0; before != null && i < scores.length; i++) {
                scores[i] = Math.max(scores[i], before[i]);
            }
            return scores;
        }

        private void best(MessagePreference preference, int limit, List<Preferred> preferred) {
            Nearness.Scoring own = (place, cosine) -> preference.own(cosine, words(place));
            double[] scores = nearness.scores(own);
            index.prefer(preference, scope, scores);
            Predicate<D> wanted = passing.and(preference::takes);
            for (Placed<D> one : nearness.best(scores, own, wanted, limit, limit / ONE_OF)) {
                double cosine = nearness.cosine(one.place());
                preferred.add(new Preferred(new MessageMatch(one.item(), cosine, words(one.place())), one.score()));
            }
        }

        private double words(int place) {
            return words == null ? 0 : words[place];
        }
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

    List<String> speakers(String query) {
        SortedSet<String> names = new TreeSet<>();
        BitSet deleted = snapshot.deleted();
        if (deleted.isEmpty()) {
            for (Voice voice : snapshot.messages().voices()) {
                if (voice.speaker() != null && scope.reads(voice.userId(), voice.agentId())) {
                    names.add(voice.speaker());
                }
            }
        } else {
            snapshot.messages().forEach(message -> {
                if (message.speaker() != null
                        && scope.reads(message.userId(), message.agentId())
                        && !deleted.get(message.number())) {
                    names.add(message.speaker());
                }
            });
        }
        if (names.size() <= SPEAKERS) {
            return List.copyOf(names);
        }
        Mentions mentions = new Mentions(query);
        List<String> all = List.copyOf(names);
        return Stream.concat(
                        all.stream().limit(SPEAKERS),
                        all.stream().skip(SPEAKERS).filter(name -> Names.words(name).stream()
                                .anyMatch(mentions::has)))
                .toList();
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
