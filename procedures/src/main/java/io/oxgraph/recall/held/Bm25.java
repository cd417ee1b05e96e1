package io.oxgraph.recall.held;

/**
 * Robertson's BM25 with its usual constants.
 *
 * @param texts how many there are
 * @param meanLength of all of them, in words
 */
record Bm25(long texts, double meanLength) {
    private static final double K1 = 1.2;
    private static final double B = 0.75;

    /** What a word says that so many texts have. */
    double rarity(long frequency) {
        return Math.log(1 + (texts - frequency + 0.5) / (frequency + 0.5));
    }

    /** How much of it a text gets that has the word so often. */
    double share(int count, int length) {
        return count * (K1 + 1) / (count + K1 * (1 - B + B * length / Math.max(1, meanLength)));
    }
}
