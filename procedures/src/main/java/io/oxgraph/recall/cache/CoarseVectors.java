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
 * <p>An int has four components of one vector and the same four of the next one. Multiplied by a component of the query,
 * both products are in it, and so are both sums: half as many multiplications, of which the JIT compiler makes SIMD
 * instructions.
 */
final class CoarseVectors {
    /** Bits of a component. */
    private static final int BITS = 4;
    /** Components of a vector in an int. */
    private static final int COMPONENTS = Short.SIZE / BITS;

    private static final int LEVELS = 1 << BITS;
    /** What is not negative begins there. */
    private static final int HALF = LEVELS / 2;
    /** Mean of the levels 0 to 15. */
    private static final double MIDDLE = (LEVELS - 1) / 2.0;
    /** Distance between levels, in standard deviations of a component, and the part of a square lost (Max 1960). */
    private static final double STEP = 0.335;

    private static final double LOST = 0.0115;
    /** The lowest of both components in an int. */
    private static final int BOTH = 0x000F_000F;

    /** Pairs of vectors in a block: of 384 components 192 KB, small enough for the garbage collector to move. */
    private static final int PAIRS = 512;

    private static final int ROWS = 2 * PAIRS;

    /** Vectors of a segment from which on cosines are estimated: fewer are compared as quickly. */
    static final int MANY = 1 << 14;

    private static volatile int least = MANY;

    private final Rotation rotation;
    /** Ints of a pair of vectors. */
    private final int stride;
    /** By block, pair after pair. */
    private final int[][] blocks;
    /** By vector, what makes the product of a query with its levels a cosine. */
    private final float[] scales;

    private CoarseVectors(int dimension, int count) {
        rotation = Rotation.of(dimension);
        stride = rotation.size / COMPONENTS;
        blocks = new int[(count + ROWS - 1) / ROWS][PAIRS * stride];
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
        coarse.each((row, end) -> {
            for (int i = row; i < end; i++) {
                coarse.put(i, coarse.rotation.rotated(vectors.apply(i)));
            }
        });
        return coarse;
    }

    private interface Part {
        void read(int row, int end);
    }

    /** Passes the vectors of each block on. */
    private void each(Part part) {
        IntStream.range(0, blocks.length)
                .parallel()
                .forEach(block -> part.read(block * ROWS, Math.min(scales.length, (block + 1) * ROWS)));
    }

    private void put(int row, float[] rotated) {
        double square = 0;
        for (float number : rotated) {
            square += (double) number * number;
        }
        float steps = (float) (1 / (STEP * Math.sqrt(square / rotated.length)));
        int[] block = blocks[row / ROWS];
        int first = row % ROWS / 2 * stride;
        int shift = row % 2 * Short.SIZE;
        double product = 0;
        for (int i = 0; i < rotated.length; i++) {
            int level = Math.clamp((int) (rotated[i] * steps + HALF), 0, LEVELS - 1);
            block[first + i / COMPONENTS] |= level << (shift + i % COMPONENTS * BITS);
            product += (level - MIDDLE) * rotated[i];
        }
        scales[row] = (float) (Math.sqrt(square) / product);
    }

    /**
     * Writes the estimated cosine of each vector; 0 and below become the least number above 0, as any may be above.
     *
     * @param places by vector, where it is written, from the offset on
     */
    void cosines(CoarseQuery query, int[] places, double[] cosines, int offset) {
        each((row, end) -> {
            int[] block = blocks[row / ROWS];
            for (int i = row; i < end; i += 2) {
                int both = product(block, (i - row) / 2 * stride, query);
                int sum = (short) both;
                cosines[offset + places[i]] = query.cosine(sum, scales[i]);
                if (i + 1 < end) {
                    cosines[offset + places[i + 1]] = query.cosine((both - sum) >> Short.SIZE, scales[i + 1]);
                }
            }
        });
    }

    /** The products of the query with the levels of both vectors of a pair. */
    private static int product(int[] block, int from, CoarseQuery query) {
        int[] first = query.first;
        int[] second = query.second;
        int[] third = query.third;
        int[] fourth = query.fourth;
        int sum = 0;
        for (int i = 0; i < first.length; i++) {
            int levels = block[from + i];
            sum += (levels & BOTH) * first[i]
                    + ((levels >>> BITS) & BOTH) * second[i]
                    + ((levels >>> (2 * BITS)) & BOTH) * third[i]
                    + ((levels >>> (3 * BITS)) & BOTH) * fourth[i];
        }
        return sum;
    }

    /** A query whose components are so small numbers that its products with levels fit 16 bits. */
    static final class CoarseQuery {
        private static final int MOST = Short.MAX_VALUE / LEVELS;
        private static final double LARGER = 1.01;
        /** Of the errors six in a hundred thousand are larger. */
        private static final double DEVIATIONS = 4;

        private final int[] first;
        private final int[] second;
        private final int[] third;
        private final int[] fourth;
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
        private static int[] each(int[] components, int from) {
            int[] found = new int[components.length / COMPONENTS];
            for (int i = 0; i < found.length; i++) {
                found[i] = components[COMPONENTS * i + from];
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
