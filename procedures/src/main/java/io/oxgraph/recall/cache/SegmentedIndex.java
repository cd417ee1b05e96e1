package io.oxgraph.recall.cache;

import io.oxgraph.graph.Scope;
import io.oxgraph.recall.MessagePreference;
import io.oxgraph.recall.SearchBackend.Hit;
import io.oxgraph.recall.SearchBackend.Window;
import io.oxgraph.recall.cache.CachedItem.CachedDocument;
import io.oxgraph.recall.cache.KeyIndex.ItemKey;
import io.oxgraph.recall.cache.Postings.Bm25;
import io.oxgraph.recall.cache.TopK.Placed;
import io.oxgraph.recall.cache.Utterances.Voice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.IntToDoubleFunction;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/**
 * All items of one kind in immutable segments, the largest first, as in a log-structured merge tree: changes go into a
 * new segment, deletions into tombstones, and segments of similar size are merged, so that an update costs in
 * proportion to the change and readers keep their version. Scores are arrays over the items of all segments in order.
 */
final class SegmentedIndex<D extends CachedDocument<D>> {
    /** The filter is tested on so many more than the limit first: a quarter of it, and at least a hundred. */
    private static final int FILTER_SHARE = 4;

    private static final int LEAST_FILTERED = 100;

    private final List<Segment<D>> segments;
    /** By segment, the number of items before it; and that of all. */
    private final int[] offsets;

    private final int size;
    private final int live;
    private final long bytes;
    private final Bm25 bm25;
    /** Only written, so that the JIT compiler does not leave out what is read to fetch vectors. */
    @SuppressWarnings("UnusedVariable")
    private volatile int fetched;

    private SegmentedIndex(List<Segment<D>> segments) {
        this.segments = segments;
        this.offsets = new int[segments.size() + 1];
        for (int i = 0; i < segments.size(); i++) {
            offsets[i + 1] = offsets[i] + segments.get(i).docs().size();
        }
        this.size = offsets[segments.size()];
        this.live = segments.stream().mapToInt(Segment::live).sum();
        this.bytes = segments.stream().mapToLong(Segment::bytes).sum();
        long length = segments.stream().mapToLong(Segment::length).sum();
        this.bm25 = new Bm25(live, (double) length / Math.max(1, live));
    }

    static <D extends CachedDocument<D>> SegmentedIndex<D> empty() {
        return new SegmentedIndex<>(List.of());
    }

    /** Number of items with their tombstones: the length of an array of scores. */
    int size() {
        return size;
    }

    /** Number of items without tombstones. */
    int live() {
        return live;
    }

    long bytes() {
        return bytes;
    }

    SegmentedIndex<D> changed(Collection<D> removed, List<D> added) {
        if (removed.isEmpty() && added.isEmpty()) {
            return this;
        }
        List<Segment<D>> next = new ArrayList<>();
        segments.forEach(segment -> next.add(removed.isEmpty() ? segment : segment.without(removed)));
        next.replaceAll(segment -> segment.isMostlyTombstones() ? joined(List.of(segment)) : segment);
        next.add(Segment.of(added));
        next.removeIf(segment -> segment.live() == 0);
        mergeSimilarSizes(next);
        return new SegmentedIndex<>(List.copyOf(next));
    }

    private static <D extends CachedDocument<D>> void mergeSimilarSizes(List<Segment<D>> segments) {
        segments.sort((a, b) -> Integer.compare(b.live(), a.live()));
        for (int last = segments.size() - 1; last > 0; last--) {
            if (segments.get(last - 1).live() < 2 * segments.get(last).live()) {
                Segment<D> top = segments.remove(last);
                segments.set(last - 1, joined(List.of(segments.get(last - 1), top)));
            }
        }
    }

    private static <D extends CachedDocument<D>> Segment<D> joined(List<Segment<D>> segments) {
        List<D> docs = new ArrayList<>();
        segments.forEach(segment -> each(segment, docs::add));
        return Segment.of(docs);
    }

    private static <D extends CachedDocument<D>> void each(Segment<D> segment, Consumer<D> consumer) {
        for (int i = 0; i < segment.docs().size(); i++) {
            if (!segment.tombstones().get(i)) {
                consumer.accept(segment.docs().get(i));
            }
        }
    }

    void forEach(Consumer<D> consumer) {
        segments.forEach(segment -> each(segment, consumer));
    }

    /** Those who said any of the items. */
    Set<Voice> voices() {
        Set<Voice> voices = new HashSet<>();
        segments.forEach(segment -> voices.addAll(segment.voices().keySet()));
        return voices;
    }

    /**
     * Returns the item found by binary search; null when there is none.
     *
     * @param place negative for items before it, 0 for the item, positive for items after it
     */
    D find(ToIntFunction<D> place) {
        for (Segment<D> segment : segments) {
            int at = segment.find(place);
            if (at >= 0) {
                return segment.docs().get(at);
            }
        }
        return null;
    }

    /** How near the time in which each item holds is to a window; 0 for items that hold at no time. */
    double[] nearness(Window window) {
        double[] scores = new double[size];
        eachSegment((segment, offset) -> segment.validities().nearness(window, scores, offset));
        return scores;
    }

    /** A score for each item that has one of these keys; 0 for the others. */
    double[] scores(ItemKey kind, Collection<String> keys, double score) {
        double[] scores = new double[size];
        score(kind, keys, score, scores);
        return scores;
    }

    /** Gives each item that has one of these keys another score. */
    void score(ItemKey kind, Collection<String> keys, double score, double[] scores) {
        eachSegment((segment, offset) -> {
            for (String key : keys) {
                for (int place : segment.keys().places(kind, key)) {
                    scores[offset + place] = score;
                }
            }
        });
    }

    /** Cosine similarity of each item with the query, estimated where they are many; 0 for items without a vector. */
    double[] cosines(QuantizedVector.Query query) {
        double[] scores = new double[size];
        eachSegment((segment, offset) -> segment.cosines(query, scores, offset));
        return scores;
    }

    /** How far an estimate may be from the cosine; 0 where all are computed. */
    double slack(QuantizedVector.Query query) {
        return segments.stream().anyMatch(segment -> segment.estimates(query)) ? query.slack() : 0;
    }

    /** Cosine similarity of an item with the query; 0 without a vector. */
    double cosine(QuantizedVector.Query query, int place) {
        int number = segmentOf(place);
        return segments.get(number).cosine(query, place - offsets[number]);
    }

    /** Has the vectors of some items fetched from memory at once: one after the other takes twice the time. */
    void fetch(int[] places, int from, int to) {
        int read = 0;
        for (int i = from; i < to; i++) {
            int number = segmentOf(places[i]);
            read += segments.get(number).vectors().fetch(places[i] - offsets[number]);
        }
        fetched = read;
    }

    /** BM25 score of each item for these terms. */
    double[] words(int[] terms) {
        return words(terms, term -> bm25.rarity(frequency(term)));
    }

    /** BM25 with given term weights in place of this index's inverse document frequencies. */
    double[] words(int[] terms, IntToDoubleFunction weights) {
        double[] scores = new double[size];
        for (int term : terms) {
            double weight = weights.applyAsDouble(term);
            eachSegment((segment, offset) -> segment.postings().add(term, bm25, weight, scores, offset));
        }
        return scores;
    }

    /** Document frequency of a term. */
    long frequency(int term) {
        long frequency = 0;
        for (Segment<D> segment : segments) {
            frequency += segment.postings().frequency(term, segment.tombstones());
        }
        return frequency;
    }

    /**
     * The top items by score, above 0 and accepted by the filter, best first, then by id; scores of deleted items become 0.
     * Only the best are tested first, since a test fetches the item from memory; all are when too few pass.
     */
    List<Placed<D>> best(double[] scores, Predicate<D> filter, int limit) {
        leaveOutDeleted(scores);
        return best(filter, limit, (tested, most) -> found(scores, tested, most));
    }

    /** The same of some items alone, none of which is deleted. */
    List<Placed<D>> best(double[] scores, int[] places, Predicate<D> filter, int limit) {
        return best(filter, limit, (tested, most) -> found(scores, places, tested, most));
    }

    /** How many of the best are tested by a filter first. */
    static int looked(int limit) {
        return (int) Math.min(limit + Math.max(LEAST_FILTERED, (long) limit / FILTER_SHARE), Integer.MAX_VALUE);
    }

    private List<Placed<D>> best(Predicate<D> filter, int limit, BiFunction<Predicate<D>, Integer, TopK> found) {
        int looked = looked(limit);
        List<Placed<D>> best = found.apply(null, looked).best(this::doc);
        List<Placed<D>> passing = new ArrayList<>(Math.min(limit, best.size()));
        for (int i = 0; i < best.size() && passing.size() < limit; i++) {
            if (filter.test(best.get(i).item())) {
                passing.add(best.get(i));
            }
        }
        return passing.size() == limit || best.size() < looked
                ? passing
                : found.apply(filter, limit).best(this::doc);
    }

    /** Sets the scores of deleted items to 0. */
    void leaveOutDeleted(double[] scores) {
        eachSegment((segment, offset) -> {
            BitSet tombstones = segment.tombstones();
            for (int i = tombstones.nextSetBit(0); i >= 0; i = tombstones.nextSetBit(i + 1)) {
                scores[offset + i] = 0;
            }
        });
    }

    /** The scores of accepted items. */
    ScoreHistogram accepted(double[] scores, Predicate<D> filter) {
        ScoreHistogram counts = new ScoreHistogram();
        each(scores, filter, place -> counts.add(scores[place]));
        return counts;
    }

    /** Those of some items that the filter accepts. */
    int[] accepted(int[] places, Predicate<D> filter) {
        return Arrays.stream(places).filter(place -> accepts(place, filter)).toArray();
    }

    private IdOrder order() {
        return segments.isEmpty() ? IdOrder.NONE : segments.getFirst().order();
    }

    /** The highest score above 0 of an accepted item; 0 without one. Mostly the first is accepted, so that is tried alone. */
    double highest(double[] scores, Predicate<D> filter) {
        int first = 0;
        for (int i = 1; i < scores.length; i++) {
            first = scores[i] > scores[first] ? i : first;
        }
        if (scores.length == 0 || scores[first] <= 0 || accepts(first, filter)) {
            return scores.length == 0 ? 0 : scores[first];
        }
        List<Placed<D>> best = best(scores, filter, 1);
        return best.isEmpty() ? 0 : best.getFirst().score();
    }

    private boolean accepts(int place, Predicate<D> filter) {
        int number = segmentOf(place);
        Segment<D> segment = segments.get(number);
        int at = place - offsets[number];
        return !segment.tombstones().get(at) && filter.test(segment.docs().get(at));
    }

    /** The same as hits. */
    List<Hit<D>> hits(double[] scores, Predicate<D> filter, int limit) {
        List<Hit<D>> hits = new ArrayList<>();
        best(scores, filter, limit).forEach(one -> hits.add(new Hit<>(one.item(), one.score())));
        return hits;
    }

    /** Adds to each score above 0 what is preferred of an item's speaker and time; 0 becomes of what may not be read. */
    void prefer(MessagePreference preference, Scope scope, double[] scores) {
        eachSegment((segment, offset) -> segment.utterances().prefer(preference, scope, scores, offset));
    }

    private TopK found(double[] scores, Predicate<D> filter, int limit) {
        TopK best = new TopK(scores, limit, order());
        if (filter == null) {
            for (int i = 0; i < size; i++) {
                best.add(i);
            }
        } else {
            each(scores, filter, best::add);
        }
        return best;
    }

    /** Passes on the places of accepted items with a score above 0. */
    private void each(double[] scores, Predicate<D> filter, IntConsumer taken) {
        eachSegment((segment, offset) -> {
            List<D> docs = segment.docs();
            for (int i = 0; i < docs.size(); i++) {
                if (scores[offset + i] > 0 && filter.test(docs.get(i))) {
                    taken.accept(offset + i);
                }
            }
        });
    }

    private TopK found(double[] scores, int[] places, Predicate<D> filter, int limit) {
        TopK best = new TopK(scores, limit, order());
        for (int place : places) {
            if (filter == null || filter.test(doc(place))) {
                best.add(place);
            }
        }
        return best;
    }

    private interface SegmentConsumer<D extends CachedDocument<D>> {
        void accept(Segment<D> segment, int offset);
    }

    /** Passes each segment on with the number of items before it. */
    private void eachSegment(SegmentConsumer<D> consumer) {
        for (int i = 0; i < segments.size(); i++) {
            consumer.accept(segments.get(i), offsets[i]);
        }
    }

    private D doc(int place) {
        int number = segmentOf(place);
        return segments.get(number).docs().get(place - offsets[number]);
    }

    /** The number of the segment that has an item. */
    private int segmentOf(int place) {
        Objects.checkIndex(place, size);
        int number = 0;
        while (place >= offsets[number + 1]) {
            number++;
        }
        return number;
    }
}
