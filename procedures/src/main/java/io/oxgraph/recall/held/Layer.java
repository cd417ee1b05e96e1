package io.oxgraph.recall.held;

import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * Items in their order, which never change; of some it is marked that they are gone.
 *
 * @param length of all texts that are not gone, in words
 * @param bytes of all, gone or not
 */
record Layer<D extends Doc<D>>(List<D> docs, Packed vectors, Postings postings, BitSet gone, long length, long bytes) {
    static <D extends Doc<D>> Layer<D> of(List<D> docs) {
        List<D> sorted = docs.stream().sorted().toList();
        return new Layer<>(
                sorted,
                Packed.of(sorted),
                Postings.of(sorted),
                new BitSet(),
                sorted.stream().mapToLong(doc -> doc.words().length()).sum(),
                sorted.stream().mapToLong(Item::bytes).sum());
    }

    /** The cosine of each that is not gone, from a place on; 0 for those without a vector. */
    void cosines(Fixed.Query query, double[] scores, int offset) {
        if (vectors.is(query.dimension())) {
            vectors.cosines(query, gone, scores, offset);
        } else {
            for (int i = 0; i < docs.size(); i++) {
                Fixed vector = docs.get(i).vector();
                scores[offset + i] = vector == null || gone.get(i) ? 0 : query.cosine(vector);
            }
        }
    }

    int live() {
        return docs.size() - gone.cardinality();
    }

    /** The same without these; those that are not here do not matter. */
    Layer<D> without(Iterable<D> removed) {
        BitSet all = (BitSet) gone.clone();
        long rest = length;
        for (D doc : removed) {
            int place = Collections.binarySearch(docs, doc);
            if (place >= 0 && docs.get(place) == doc && !all.get(place)) {
                all.set(place);
                rest -= doc.words().length();
            }
        }
        return new Layer<>(docs, vectors, postings, all, rest, bytes);
    }

    /** Where the one item is that is not gone and for which this gives 0; -1 without. */
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
        // One that is gone may stand before another at the same place.
        while (low < docs.size() && place.applyAsInt(docs.get(low)) == 0) {
            if (!gone.get(low)) {
                return low;
            }
            low++;
        }
        return -1;
    }

    boolean isMostlyGone() {
        return gone.cardinality() * 2 > docs.size();
    }
}
