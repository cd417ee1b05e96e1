package io.oxgraph.recall.cache;

import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Vectors with four bits a component, from which cosines are estimated: of 384 components 192 bytes are read instead of
 * 768. The vectors are rotated at random first, which makes the error of an estimate independent of the data, and about
 * normal (RaBitQ, Gao and Long 2024, arXiv:2405.12497; with more bits, 2025, arXiv:2409.09913).
 *
 * <p>A char has four components of a vector, and beside it stand the same four of the next vectors, so that the products of
 * many are summed up at once. The JIT compiler makes SIMD instructions of such a loop if what it reads and what it writes
 * cannot be the same array: the sums are shorts.
 */
final class CoarseVectors {
    /** Bits of a component. */
    private static final int BITS = 4;
    /** Components of a vector in a char. */
    private static final int COMPONENTS = Character.SIZE / BITS;

    private static final int LEVELS = 1 << BITS;
    /** What is not negative begins there. */
    private static final int HALF = LEVELS / 2;
    /** Mean of the levels 0 to 15. */
    private static final double MIDDLE = (LEVELS - 1) / 2.0;
    /** Distance between levels, in standard deviations of a component, and the part of a square lost (Max 1960). */
    private static final double STEP = 0.335;

    private static final double LOST = 0.0115;
    /** The lowest component in a char. */
    private static final int LOWEST = LEVELS - 1;

    /** Vectors in a block: of 384 components 192 KB, small enough for the garbage collector to move. */
    private static final int ROWS = 1 << 10;

    /** Vectors of a segment from which on cosines are estimated: fewer are compared as quickly. */
    static final int MANY = 1 << 14;

    private static volatile int least = MANY;

    private final Rotation rotation;
    /** Chars of a vector. */
    private final int stride;
    /** By block, for every four components those of each vector. */
    private final char[][] blocks;
    /** By vector, what makes the product of a query with its levels a cosine. */
    private final float[] scales;

    private CoarseVectors(int dimension, int count) {
        rotation = Rotation.of(dimension);
        stride = rotation.size / COMPONENTS;
        blocks = new char[(count + ROWS - 1) / ROWS][];
        scales = new float[count];
    }

    /** Vectors of a segment from which on cosines are estimated now. */
    static int least() {
        return least;
    }

    /** For tests. */
    static void least(int given) {
        least = given;
    }

    /** @param vectors the components of each */
    static CoarseVectors of(int dimension, int count, IntFunction<float[]> vectors) {
        CoarseVectors coarse = new CoarseVectors(dimension, count);
        coarse.each((number, first, rows) -> {
            char[] block = new char[rows * coarse.stride];
            for (int i = 0; i < rows; i++) {
                coarse.scales[first + i] = put(block, i, rows, coarse.rotation.rotated(vectors.apply(first + i)));
            }
            coarse.blocks[number] = block;
        });
        return coarse;
    }

    private interface Part {
        void read(int block, int first, int rows);
    }

    /** Passes the number of each block on, and of its first vector, and how many it has. */
    private void each(Part part) {
        IntStream.range(0, blocks.length).parallel().forEach(i -> {
            int first = i * ROWS;
            part.read(i, first, Math.min(ROWS, scales.length - first));
        });
    }

    /** Writes the levels of a vector; returns its scale. */
    private static float put(char[] block, int row, int rows, float[] rotated) {
        double square = 0;
        for (float number : rotated) {
            square += (double) number * number;
        }
        float steps = (float) (1 / (STEP * Math.sqrt(square / rotated.length)));
        double product = 0;
        for (int i = 0; i < rotated.length; i++) {
            int level = Math.clamp((int) (rotated[i] * steps + HALF), 0, LEVELS - 1);
            block[i / COMPONENTS * rows + row] |= (char) (level << (i % COMPONENTS * BITS));
            product += (level - MIDDLE) * rotated[i];
        }
        return (float) (Math.sqrt(square) / product);
    }

    /** Writes the estimated cosines from the offset on; 0 and below become the least number above 0, as any may be above. */
    void cosines(CoarseQuery query, double[] cosines, int offset) {
        each((block, first, rows) -> {
            short[] sums = new short[rows];
            for (int i = 0; i < stride; i++) {
                add(blocks[block], i * rows, query.first[i], query.second[i], query.third[i], query.fourth[i], sums);
            }
            for (int i = 0; i < rows; i++) {
                cosines[offset + first + i] = query.cosine(sums[i], scales[first + i]);
            }
        });
    }

    /** Adds the products of four components of each vector with those of the query. */
    private static void add(
            char[] levels, int from, short first, short second, short third, short fourth, short[] sums) {
        for (int i = 0; i < sums.length; i++) {
            int four = levels[from + i];
            sums[i] = (short) (sums[i]
                    + (four & LOWEST) * first
                    + ((four >> BITS) & LOWEST) * second
                    + ((four >> (2 * BITS)) & LOWEST) * third
                    + (four >> (3 * BITS)) * fourth);
        }
    }

    /** A query whose components are so small numbers that its products with levels fit 16 bits. */
    static final class CoarseQuery {
        private static final int MOST = Short.MAX_VALUE / LEVELS;
        private static final double LARGER = 1.01;
        /** Of the errors six in a hundred thousand are larger. */
        private static final double DEVIATIONS = 4;

        private final short[] first;
        private final short[] second;
        private final short[] third;
        private final short[] fourth;
        /** What the sum of a vector in the middle is. */
        private final double middle;

        private final double scale;
        private final double slack;

        /** @param vector of length 1 */
        CoarseQuery(float[] vector) {
            float[] rotated = Rotation.of(vector.length).rotated(vector);
            double total = 0;
            for (float number : rotated) {
                total += Math.abs(number);
            }
            double unit = total / MOST;
            int[] rounded = rounded(rotated, unit);
            while (Arrays.stream(rounded).map(Math::abs).sum() > MOST) {
                unit *= LARGER;
                rounded = rounded(rotated, unit);
            }
            double error = 0;
            for (int i = 0; i < rotated.length; i++) {
                error += Math.pow(rotated[i] - rounded[i] * unit, 2);
            }
            first = each(rounded, 0);
            second = each(rounded, 1);
            third = each(rounded, 2);
            fourth = each(rounded, 3);
            middle = MIDDLE * Arrays.stream(rounded).sum();
            scale = unit;
            slack = DEVIATIONS * Math.sqrt((LOST / (1 - LOST) + error) / (rotated.length - 1));
        }

        /** Every fourth component. */
        private static short[] each(int[] components, int from) {
            short[] found = new short[components.length / COMPONENTS];
            for (int i = 0; i < found.length; i++) {
                found[i] = (short) components[COMPONENTS * i + from];
            }
            return found;
        }

        private double cosine(int sum, float factor) {
            return Math.max(Double.MIN_NORMAL, factor * (sum - middle) * scale);
        }

        private static int[] rounded(float[] numbers, double unit) {
            int[] rounded = new int[numbers.length];
            for (int i = 0; i < rounded.length; i++) {
                rounded[i] = (int) Math.round(numbers[i] / unit);
            }
            return rounded;
        }

        /** How far an estimated cosine may be from the true one. */
        double slack() {
            return slack;
        }
    }

    /**
     * A rotation that is the same for all vectors of a dimension: signs change at random, then a Walsh-Hadamard transform
     * mixes the first, or the last, power of two of the components, and then the last or the first.
     */
    private static final class Rotation {
        private static final int TURNS = 2;
        private static final int LEAST = 64;
        private static final long SEED = 384;
        private static final Map<Integer, Rotation> KNOWN = new ConcurrentHashMap<>();

        /** Components of a rotated vector, a multiple of 64; what the dimension lacks is 0 before. */
        private final int size;
        /** By turn, 1 or -1 for each component. */
        private final float[][] signs;

        private Rotation(int size) {
            this.size = size;
            signs = new float[TURNS][size];
            SplittableRandom random = new SplittableRandom(SEED);
            for (float[] turn : signs) {
                for (int i = 0; i < size; i++) {
                    turn[i] = random.nextBoolean() ? 1 : -1;
                }
            }
        }

        static Rotation of(int dimension) {
            return KNOWN.computeIfAbsent((dimension + LEAST - 1) / LEAST * LEAST, Rotation::new);
        }

        float[] rotated(float[] vector) {
            float[] rotated = Arrays.copyOf(vector, size);
            int mixed = Integer.highestOneBit(size);
            for (int turn = 0; turn < TURNS; turn++) {
                for (int i = 0; i < size; i++) {
                    rotated[i] *= signs[turn][i];
                }
                mix(rotated, turn % 2 == 0 ? 0 : size - mixed, mixed);
            }
            return rotated;
        }

        /** Walsh-Hadamard transform of a part whose length is a power of two. */
        private static void mix(float[] numbers, int from, int length) {
            for (int half = 1; half < length; half *= 2) {
                for (int start = from; start < from + length; start += 2 * half) {
                    for (int i = start; i < start + half; i++) {
                        float sum = numbers[i] + numbers[i + half];
                        numbers[i + half] = numbers[i] - numbers[i + half];
                        numbers[i] = sum;
                    }
                }
            }
            float scale = (float) (1 / Math.sqrt(length));
            for (int i = from; i < from + length; i++) {
                numbers[i] *= scale;
            }
        }
    }
}
