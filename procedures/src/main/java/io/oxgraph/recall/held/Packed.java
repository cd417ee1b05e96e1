package io.oxgraph.recall.held;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The vectors of many items side by side, in their order: comparing all of them is reading on, where each by itself
 * would have to be fetched from somewhere else. They move here; an item refers to its place.
 */
final class Packed {
    /** So many ints stand in one array: 256 KB, which a collector moves like anything else. */
    private static final int BLOCK = 1 << 16;

    private final int dimension;
    /** Which items have a vector of that dimension. */
    private final BitSet present = new BitSet();

    private final List<int[]> blocks = new ArrayList<>();

    private Packed(int dimension) {
        this.dimension = dimension;
    }

    /** Those of the first one's dimension; any of another stays where it is. */
    static <D extends Doc<D>> Packed of(List<D> docs) {
        Packed packed = new Packed(docs.stream()
                .filter(doc -> doc.vector() != null)
                .findFirst()
                .map(doc -> doc.vector().dimension())
                .orElse(0));
        for (int place = 0; place < docs.size(); place++) {
            Fixed vector = docs.get(place).vector();
            if (vector != null && vector.dimension() == packed.dimension) {
                packed.present.set(place);
            }
        }
        packed.take(docs);
        return packed;
    }

    private void take(List<? extends Doc<?>> docs) {
        int left = present.cardinality();
        int row = 0;
        int[] block = null;
        for (int place = present.nextSetBit(0); place >= 0; place = present.nextSetBit(place + 1)) {
            if (row % rows() == 0) {
                block = new int[Math.min(rows(), left) * stride()];
                blocks.add(block);
            }
            Doc<?> doc = docs.get(place);
            doc.vector(doc.vector().movedTo(block, row % rows() * stride()));
            row++;
            left--;
        }
    }

    private int stride() {
        return Fixed.length(dimension);
    }

    /** How many stand in one array. */
    private int rows() {
        return Math.max(1, BLOCK / stride());
    }

    boolean is(int other) {
        return dimension == other;
    }

    /** The cosines of those that are not gone, from a place on. */
    void cosines(Fixed.Query query, BitSet gone, double[] scores, int offset) {
        int rows = rows();
        int stride = stride();
        int row = 0;
        for (int place = present.nextSetBit(0); place >= 0; place = present.nextSetBit(place + 1)) {
            if (!gone.get(place)) {
                scores[offset + place] = query.cosine(blocks.get(row / rows), row % rows * stride);
            }
            row++;
        }
    }
}
