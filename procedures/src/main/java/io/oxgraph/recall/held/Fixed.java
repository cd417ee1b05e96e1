package io.oxgraph.recall.held;

import java.util.Arrays;

/**
 * A vector of length 1 in 16 bits a number. A dot product of two is about 32767² at most (Cauchy-Schwarz), so it fits an
 * int whatever the dimension, and so does each part of the sum; a cosine is exact to about 1e-5.
 *
 * <p>Two numbers share an int: of plain int arithmetic the compiler makes vector instructions, of arithmetic with shorts
 * it does not, and half the memory is read.
 */
final class Fixed {
    private static final double ONE = Short.MAX_VALUE;

    private final int[] pairs;
    private final int from;
    private final int dimension;

    private Fixed(int[] pairs, int from, int dimension) {
        this.pairs = pairs;
        this.from = from;
        this.dimension = dimension;
    }

    /** Null for a vector that has no direction. */
    static Fixed of(float[] vector) {
        double square = 0;
        for (float number : vector) {
            square += (double) number * number;
        }
        return square > 0 && Double.isFinite(square) ? scaled(vector, ONE / Math.sqrt(square)) : null;
    }

    private static Fixed scaled(float[] vector, double scale) {
        int[] pairs = new int[length(vector.length)];
        for (int i = 0; i < vector.length; i++) {
            int number = (int) Math.round(vector[i] * scale);
            pairs[i / 2] |= i % 2 == 0 ? number & 0xffff : number << Short.SIZE;
        }
        return new Fixed(pairs, 0, vector.length);
    }

    /** How many ints so many numbers take. */
    static int length(int dimension) {
        return (dimension + 1) / 2;
    }

    int dimension() {
        return dimension;
    }

    /** The same numbers, written into a longer array. */
    Fixed movedTo(int[] block, int place) {
        System.arraycopy(pairs, from, block, place, length(dimension));
        return new Fixed(block, place, dimension);
    }

    /** How many bytes of the heap it takes, about. */
    long bytes() {
        return 40 + (long) Integer.BYTES * length(dimension);
    }

    /** To be compared with many. */
    Query query() {
        return new Query(this);
    }

    @Override
    public String toString() {
        return dimension + Arrays.toString(Arrays.copyOfRange(pairs, from, from + length(dimension)));
    }

    /** A vector with its numbers apart. */
    static final class Query {
        private final int[] even;
        private final int[] odd;
        private final int dimension;

        private Query(Fixed vector) {
            dimension = vector.dimension;
            even = new int[length(dimension)];
            odd = new int[length(dimension)];
            for (int i = 0; i < even.length; i++) {
                even[i] = (short) vector.pairs[vector.from + i];
                odd[i] = vector.pairs[vector.from + i] >> Short.SIZE;
            }
        }

        int dimension() {
            return dimension;
        }

        /** The cosine, 0 where it is negative or the dimensions differ. */
        double cosine(Fixed other) {
            return dimension == other.dimension ? cosine(other.pairs, other.from) : 0;
        }

        /** The cosine of a vector of the same dimension that begins there, 0 where it is negative. */
        double cosine(int[] block, int place) {
            return Math.clamp(dot(block, place, even, odd) / (ONE * ONE), 0, 1);
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
}
