package io.oxgraph.recall.cache;

/** Counts scores above 0 by their leading bits, so that the k-th highest of very many is about known without sorting. */
final class ScoreHistogram {
    /** Bits of a float that do not count: those left tell scores apart that differ by 1 in 256. */
    private static final int DROPPED = 15;

    private final int[] counts = new int[(Integer.MAX_VALUE >>> DROPPED) + 1];

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
            counts[Float.floatToIntBits((float) score) >>> DROPPED]++;
        }
    }

    /** A score that so many reach, less than 1 in 256 below the lowest of them; 0 where fewer are above 0. */
    double least(int reaching) {
        long found = 0;
        for (int i = counts.length - 1; i >= 0; i--) {
            found += counts[i];
            if (found >= reaching) {
                return Float.intBitsToFloat(i << DROPPED);
            }
        }
        return 0;
    }
}
