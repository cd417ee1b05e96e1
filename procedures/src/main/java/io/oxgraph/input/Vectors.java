package io.oxgraph.input;

import io.oxgraph.table.Limits;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** Embeddings as arrays of floats. */
public final class Vectors {
    public static final int LONGEST = Limits.of("dimension");

    private Vectors() {}

    /**
     * Floats out of a list of numbers or the bytes of little-endian 32-bit floats.
     *
     * @throws IllegalArgumentException with the reason, when it is no vector
     */
    public static float[] read(Object value) {
        float[] vector = value instanceof byte[] bytes ? ofBytes(bytes) : ofNumbers(value);
        if (vector.length == 0 || vector.length > LONGEST) {
            throw new IllegalArgumentException("must have 1 to " + LONGEST + " numbers");
        }
        boolean some = false;
        for (float number : vector) {
            if (!Float.isFinite(number)) {
                throw new IllegalArgumentException("must have finite numbers only");
            }
            some |= number != 0;
        }
        if (!some) {
            throw new IllegalArgumentException("must not be all zeros");
        }
        return vector;
    }

    private static float[] ofBytes(byte[] bytes) {
        if (bytes.length % Float.BYTES != 0) {
            throw new IllegalArgumentException("must have 4 bytes a number");
        }
        float[] vector = new float[bytes.length / Float.BYTES];
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(vector);
        return vector;
    }

    private static float[] ofNumbers(Object value) {
        if (!(value instanceof List<?> list)) {
            throw new IllegalArgumentException("must be a list of numbers, or the bytes of 32-bit floats");
        }
        float[] vector = new float[list.size()];
        for (int i = 0; i < vector.length; i++) {
            if (!(list.get(i) instanceof Number number)) {
                throw new IllegalArgumentException("must have numbers only");
            }
            vector[i] = number.floatValue();
        }
        return vector;
    }

    /** What stands in the graph: floats, or doubles where Cypher wrote it. */
    public static float[] stored(Object value) {
        if (value instanceof double[] doubles) {
            float[] vector = new float[doubles.length];
            for (int i = 0; i < vector.length; i++) {
                vector[i] = (float) doubles[i];
            }
            return vector;
        }
        return (float[]) value;
    }

    /** The vector of length 1 in the same direction. */
    public static float[] unit(float[] vector) {
        double length = Math.sqrt(dot(vector, vector));
        float[] unit = new float[vector.length];
        for (int i = 0; i < unit.length; i++) {
            unit[i] = (float) (vector[i] / length);
        }
        return unit;
    }

    /** The cosine of two unit vectors of the same dimension. */
    public static double dot(float[] a, float[] b) {
        double even = 0;
        double odd = 0;
        int i = 0;
        for (; i + 1 < a.length; i += 2) {
            even += (double) a[i] * b[i];
            odd += (double) a[i + 1] * b[i + 1];
        }
        return even + odd + (i < a.length ? (double) a[i] * b[i] : 0);
    }
}
