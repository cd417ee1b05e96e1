package io.oxgraph.recall.cache;

/** Counts scores above 0 by their leading bits, so that the k-th highest of very many is about known without sorting. */
final class ScoreHistogram {
    /** Bits of a float that do not count: those left tell scores apart that differ by 1 in 256. */
    private static final int DROPPED = 15;

    /** Scores below and above these are not told apart, so that the counts stay in the processor's first cache. */
    private static final int LOWEST = Float.floatToIntBits(0x1p-12f) >>> DROPPED;

    private static final int HIGHEST = Float.floatToIntBits(0x1p4f) >>> DROPPED;

    private final int[] counts = new int[HIGHEST - LOWEST + 1];

    static ScoreHistogram of(double[] scores) {
        ScoreHistogram all = new ScoreHistogram();
        for (double score : scores) {
            all.add(score);
        }
        return all;
    }

    /** Scores of 0 and below are left out. */
    void add(double score) {
        if (score > 0) {
            counts[Math.clamp(Float.floatToIntBits((float) score) >>> DROPPED, LOWEST, HIGHEST) - LOWEST]++;
        }
    }

    /** A score that so many reach, less than 1 in 256 below the lowest of them; 0 where fewer are above 0, or all are tiny. */
    double least(int reaching) {
        long found = 0;
        for (int i = counts.length - 1; i > 0; i--) {
            found += counts[i];
            if (found >= reaching) {
                return Float.intBitsToFloat((i + LOWEST) << DROPPED);
            }
        }
        return 0;
    }
}
