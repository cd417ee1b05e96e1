package io.oxgraph.recall.cache;

import io.oxgraph.recall.cache.CachedItem.CachedDocument;
import io.oxgraph.recall.cache.QuantizedVector.PackedVectors;
import io.oxgraph.recall.cache.Utterances.Voice;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * An immutable sorted list of items with its vectors, postings, keys and tombstones.
 *
 * @param length total length of the live texts, in words
 * @param voices how many live items each voice has, so that the speakers are known without reading all items
 * @param bytes estimated heap size, deleted items included
 */
record Segment<D extends CachedDocument<D>>(
        List<D> docs,
        PackedVectors vectors,
        Postings postings,
        KeyIndex keys,
        IdOrder order,
        Utterances utterances,
        Validities validities,
        BitSet tombstones,
        long length,
        Map<Voice, Integer> voices,
        long bytes) {
    static <D extends CachedDocument<D>> Segment<D> of(List<D> docs) {
        List<D> sorted = docs.stream().sorted().toList();
        Utterances utterances = Utterances.of(sorted);
        return new Segment<>(
                sorted,
                PackedVectors.of(sorted),
                Postings.of(sorted),
                new KeyIndex(sorted),
                order(sorted),
                utterances,
                Validities.of(sorted),
                new BitSet(),
                sorted.stream().mapToLong(doc -> doc.words().length()).sum(),
                utterances.count(),
                sorted.stream().mapToLong(CachedItem::bytes).sum());
    }

    /** Writes the cosine, or its estimate, of each live item into scores from the offset on; 0 without a vector. */
    void cosines(QuantizedVector.Query query, double[] scores, int offset) {
        if (vectors.is(query.dimension())) {
            vectors.cosines(query, tombstones, scores, offset);
        } else {
            for (int i = 0; i < docs.size(); i++) {
                QuantizedVector vector = docs.get(i).vector();
                scores[offset + i] = vector == null || tombstones.get(i) ? 0 : query.cosine(vector);
            }
        }
    }

    /** Whether cosines with the query are estimated. */
    boolean estimates(QuantizedVector.Query query) {
        return vectors.is(query.dimension()) && vectors.isCoarse();
    }

    /** Cosine of an item, live or not; 0 without a vector. */
    double cosine(QuantizedVector.Query query, int place) {
        if (vectors.is(query.dimension())) {
            return vectors.cosine(query, place);
        }
        QuantizedVector vector = docs.get(place).vector();
        return vector == null ? 0 : query.cosine(vector);
    }

    int live() {
        return docs.size() - tombstones.cardinality();
    }

    private static IdOrder order(List<? extends CachedDocument<?>> docs) {
        return docs.isEmpty() || docs.getFirst().isSortedById() ? IdOrder.sorted(docs.size()) : IdOrder.of(docs);
    }

    /** Returns the segment with tombstones for these items; items of other segments are ignored. */
    Segment<D> without(Iterable<D> removed) {
        BitSet all = (BitSet) tombstones.clone();
        long rest = length;
        Map<Voice, Integer> left = new HashMap<>(voices);
        for (D doc : removed) {
            int place = Collections.binarySearch(docs, doc);
            if (place >= 0 && docs.get(place) == doc && !all.get(place)) {
                all.set(place);
                rest -= doc.words().length();
                utterances
                        .voice(place)
                        .ifPresent(
                                voice -> left.computeIfPresent(voice, (said, count) -> count == 1 ? null : count - 1));
            }
        }
        return new Segment<>(docs, vectors, postings, keys, order, utterances, validities, all, rest, left, bytes);
    }

    /** Index of the live item for which the function gives 0; -1 when there is none. */
    int find(ToIntFunction<D> place) {
        int low = 0;
        int high = docs.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (place.applyAsInt(docs.get(middle)) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        // A deleted item may precede a live one with the same key.
        while (low < docs.size() && place.applyAsInt(docs.get(low)) == 0) {
            if (!tombstones.get(low)) {
                return low;
            }
            low++;
        }
        return -1;
    }

    boolean isMostlyTombstones() {
        return tombstones.cardinality() * 2 > docs.size();
    }
}
