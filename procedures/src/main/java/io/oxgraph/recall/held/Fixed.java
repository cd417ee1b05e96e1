package io.oxgraph.recall.held;

/**
 * Vectors of length 1 in 16 bits a number. A dot product of two is at most 32767² (Cauchy-Schwarz), so it fits an int
 * whatever the dimension, and so does each part of the sum; the cosine is exact to about 1e-5.
 */
final class Fixed {
    private static final double ONE = Short.MAX_VALUE;

    private Fixed() {}

    /** Null for a vector that has no direction. */
    static short[] of(float[] vector) {
        double square = 0;
        for (float number : vector) {
            square += (double) number * number;
        }
        double scale = ONE / Math.sqrt(square);
        return square > 0 && Double.isFinite(square) ? scaled(vector, scale) : null;
    }

    private static short[] scaled(float[] vector, double scale) {
        short[] fixed = new short[vector.length];
        for (int i = 0; i < fixed.length; i++) {
            fixed[i] = (short) Math.round(vector[i] * scale);
        }
        return fixed;
    }

    /** The cosine, 0 where it is negative or the dimensions differ. */
    static double cosine(short[] a, short[] b) {
        return a.length == b.length ? Math.clamp(dot(a, b) / (ONE * ONE), 0, 1) : 0;
    }

    /** Kept so plain that the compiler makes vector instructions of it. */
    private static int dot(short[] a, short[] b) {
        int sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }
}
