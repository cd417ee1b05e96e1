package io.oxgraph.recall.cache;

import io.oxgraph.recall.cache.CachedItem.CachedDocument;
import io.oxgraph.recall.cache.CoarseVectors.CoarseQuery;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A unit vector quantized to 16 bits per component. The dot product of two is about 32767² at most (Cauchy-Schwarz),
 * so that it and each partial sum fit an int in any dimension; a cosine is exact to about 1e-5.
 *
 * <p>Two components share an int: the JIT compiler makes SIMD instructions of a sum of int products but not of
 * short ones, and half the memory is read.
 */
final class QuantizedVector {
    private static final double ONE = Short.MAX_VALUE;

    private final int[] pairs;
    private final int from;
    private final int dimension;

    private QuantizedVector(int[] pairs, int from, int dimension) {
        this.pairs = pairs;
        this.from = from;
        this.dimension = dimension;
    }

    /** Quantizes a vector; null for one without direction (all zero or not finite). */
    static QuantizedVector of(float[] vector) {
        double square = 0;
        for (float number : vector) {
            square += (double) number * number;
        }
        return square > 0 && Double.isFinite(square) ? scaled(vector, ONE / Math.sqrt(square)) : null;
    }

    private static QuantizedVector scaled(float[] vector, double scale) {
        int[] pairs = new int[length(vector.length)];
        for (int i = 0; i < vector.length; i++) {
            int number = (int) Math.round(vector[i] * scale);
            pairs[i / 2] |= i % 2 == 0 ? number & 0xffff : number << Short.SIZE;
        }
        return new QuantizedVector(pairs, 0, vector.length);
    }

    /** Number of ints for a dimension. */
    static int length(int dimension) {
        return (dimension + 1) / 2;
    }

    int dimension() {
        return dimension;
    }

    /** Copies the components into a shared array and refers to them there. */
    QuantizedVector movedTo(int[] block, int place) {
        System.arraycopy(pairs, from, block, place, length(dimension));
        return new QuantizedVector(block, place, dimension);
    }

    /** The components of a vector in a block, as parts of its length. */
    static float[] components(int[] block, int place, int dimension) {
        float[] components = new float[dimension];
        for (int i = 0; i < dimension; i++) {
            int pair = block[place + i / 2];
            int number = i % 2 == 0 ? (short) pair : pair >> Short.SIZE;
            components[i] = (float) (number / ONE);
        }
        return components;
    }

    /** Estimated heap size in bytes, with its coarse form among many ({@link CoarseVectors}). */
    long bytes() {
        return 40 + (long) Integer.BYTES * length(dimension) + dimension / 2 + Float.BYTES;
    }

    /** Unpacks the vector for comparison with many others. */
    Query query() {
        return new Query(this);
    }

    @Override
    public String toString() {
        return dimension + Arrays.toString(Arrays.copyOfRange(pairs, from, from + length(dimension)));
    }

    /** An unpacked query vector. */
    static final class Query {
        private final int[] even;
        private final int[] odd;
        private final int dimension;
        private final QuantizedVector vector;
        /** Null before it is needed. */
        private CoarseQuery coarse;

        private Query(QuantizedVector vector) {
            this.vector = vector;
            dimension = vector.dimension;
            even = new int[length(dimension)];
            odd = new int[length(dimension)];
            for (int i = 0; i < even.length; i++) {
                even[i] = (short) vector.pairs[vector.from + i];
                odd[i] = vector.pairs[vector.from + i] >> Short.SIZE;
            }
        }

        private CoarseQuery coarse() {
            if (coarse == null) {
                coarse = new CoarseQuery(components(vector.pairs, vector.from, dimension));
            }
            return coarse;
        }

        /** How far an estimated cosine may be from the true one. */
        double slack() {
            return coarse().slack();
        }

        int dimension() {
            return dimension;
        }

        /** Cosine similarity, 0 to 1; 0 when negative or of another dimension. */
        double cosine(QuantizedVector other) {
            return dimension == other.dimension ? cosine(other.pairs, other.from) : 0;
        }

        /** Cosine similarity with a vector of the same dimension in a block, 0 to 1; 0 when negative. */
        double cosine(int[] block, int place) {
            return Math.min(1, Math.max(0, dot(block, place, even, odd)) / (ONE * ONE));
        }

        private static int dot(int[] pairs, int from, int[] even, int[] odd) {
            int sum = 0;
            for (int i = 0; i < even.length; i++) {
                int pair = pairs[from + i];
                sum += ((pair << Short.SIZE) >> Short.SIZE) * even[i] + (pair >> Short.SIZE) * odd[i];
            }
            return sum;
        }
    }

    /**
     * The vectors of a segment in contiguous blocks, in item order: a scan reads memory sequentially. The items refer
     * to their place in a block.
     */
    static final class PackedVectors {
        /** Ints per block: 256 KB, small enough for the garbage collector to move. */
        private static final int BLOCK = 1 << 16;
        /** Ints in a cache line of 64 bytes. */
        private static final int LINE = 64 / Integer.BYTES;

        private final int dimension;
        /** Items with a vector of that dimension, in order. */
        private final int[] places;

        private final List<int[]> blocks = new ArrayList<>();
        /** Null of few vectors. */
        private CoarseVectors coarse;

        private PackedVectors(int dimension, int[] places) {
            this.dimension = dimension;
            this.places = places;
        }

        /** Packs the vectors with the dimension of the first one; vectors of another dimension stay apart. */
        static <D extends CachedDocument<D>> PackedVectors of(List<D> docs) {
            int dimension = docs.stream()
                    .filter(doc -> doc.vector() != null)
                    .findFirst()
                    .map(doc -> doc.vector().dimension())
                    .orElse(0);
            int[] places = IntStream.range(0, docs.size())
                    .filter(place -> isOf(docs.get(place).vector(), dimension))
                    .toArray();
            PackedVectors packed = new PackedVectors(dimension, places);
            packed.take(docs);
            if (places.length >= CoarseVectors.least()) {
                packed.coarse = CoarseVectors.of(dimension, places.length, packed::components);
            }
            return packed;
        }

        private static boolean isOf(QuantizedVector vector, int dimension) {
            return vector != null && vector.dimension() == dimension;
        }

        private void take(List<? extends CachedDocument<?>> docs) {
            int[] block = null;
            for (int row = 0; row < places.length; row++) {
                if (row % rows() == 0) {
                    block = new int[Math.min(rows(), places.length - row) * stride()];
                    blocks.add(block);
                }
                CachedDocument<?> doc = docs.get(places[row]);
                doc.vector(doc.vector().movedTo(block, row % rows() * stride()));
            }
        }

        private float[] components(int row) {
            return QuantizedVector.components(blocks.get(row / rows()), row % rows() * stride(), dimension);
        }

        /** Whether cosines can be estimated. */
        boolean isCoarse() {
            return coarse != null;
        }

        private int stride() {
            return QuantizedVector.length(dimension);
        }

        /** Vectors per block. */
        private int rows() {
            return Math.max(1, BLOCK / stride());
        }

        boolean is(int other) {
            return dimension == other;
        }

        /** Reads a bit of each cache line of an item's vector; returns what it has read. */
        int fetch(int place) {
            int row = row(place);
            int read = 0;
            if (row >= 0) {
                int[] block = blocks.get(row / rows());
                int end = (row % rows() + 1) * stride();
                for (int i = row % rows() * stride(); i < end; i += LINE) {
                    read += block[i];
                }
            }
            return read;
        }

        /** The row of an item; below 0 without such a vector. */
        private int row(int place) {
            return isDense() && place < places.length ? place : Arrays.binarySearch(places, place);
        }

        /** The cosine of an item with a query of the same dimension; 0 of one without such a vector. */
        double cosine(Query query, int place) {
            int row = row(place);
            return row < 0 ? 0 : query.cosine(blocks.get(row / rows()), row % rows() * stride());
        }

        /** Writes the cosines of the live items into scores from the offset on; of many estimates, all above 0 as any may be. */
        void cosines(Query query, BitSet tombstones, double[] scores, int offset) {
            if (isCoarse()) {
                coarse.cosines(query.coarse(), scores, offset);
                if (!isDense()) {
                    spread(scores, offset);
                }
                tombstones.stream().forEach(place -> scores[offset + place] = 0);
            } else {
                for (int block = 0; block < blocks.size(); block++) {
                    cosines(query, block, tombstones, scores, offset);
                }
            }
        }

        /** Whether all items up to the last that has a vector have one. */
        private boolean isDense() {
            return places.length > 0 && places[places.length - 1] == places.length - 1;
        }

        /** Moves the score of each vector, in their order from the offset on, to that of its item. */
        private void spread(double[] scores, int offset) {
            int end = places[places.length - 1] + 1;
            for (int row = places.length - 1; row >= 0; row--) {
                double score = scores[offset + row];
                Arrays.fill(scores, offset + places[row], offset + end, 0);
                scores[offset + places[row]] = score;
                end = places[row];
            }
            Arrays.fill(scores, offset, offset + end, 0);
        }

        private void cosines(Query query, int block, BitSet tombstones, double[] scores, int offset) {
            int[] vectors = blocks.get(block);
            int stride = stride();
            boolean all = tombstones.isEmpty();
            int first = block * rows();
            int end = Math.min(places.length, first + rows());
            for (int row = first; row < end; row++) {
                int place = places[row];
                if (all || !tombstones.get(place)) {
                    scores[offset + place] = query.cosine(vectors, (row - first) * stride);
                }
            }
        }
    }
}
