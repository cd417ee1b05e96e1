package io.oxgraph.recall.cache;

import io.oxgraph.recall.SearchBackend.Hit;
import io.oxgraph.recall.cache.CachedItem.CachedDocument;
import io.oxgraph.recall.cache.QuantizedVector.Query;
import io.oxgraph.recall.cache.TopK.Placed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * How near the items of an index are to the vectors of a query: the highest cosine counts. Of many items cosines are
 * estimated, and computed for those that can be among the first of the best, so that these are the same: an item whose
 * estimate is off by more than four standard deviations, as six in a hundred thousand are, can at most miss their end. Of
 * the others those are computed whose estimates are among the best.
 *
 * @param <D> the type of the items
 */
final class Nearness<D extends CachedDocument<D>> {
    /** Vectors that are fetched from memory at a time. */
    private static final int FETCHED = 4;

    /** Vectors that a processor takes at a time. */
    private static final int TOGETHER = 128;

    /** Room for those that may be among the best, at first. */
    private static final int LEAST_REACHING = 1 << 11;

    private final SegmentedIndex<D> index;
    private final List<Query> queries = new ArrayList<>();
    private final BitSet computed = new BitSet();
    /** By item, computed or estimated; null without a query. */
    private double[] cosines;

    Nearness(SegmentedIndex<D> index) {
        this.index = index;
    }

    /** To a vector; nothing is near one without direction. */
    static <D extends CachedDocument<D>> Nearness<D> of(SegmentedIndex<D> index, float[] vector) {
        Nearness<D> nearness = new Nearness<>(index);
        QuantizedVector query = QuantizedVector.of(vector);
        if (query != null) {
            nearness.add(query.query());
        }
        return nearness;
    }

    /** The score of an item: its cosine times a weight, and what else there is. */
    interface Scoring {
        double score(int place, double cosine);
    }

    /** Adds a vector of the query. */
    void add(Query query) {
        queries.add(query);
        double[] further = index.cosines(query);
        for (int i = 0; cosines != null && i < further.length; i++) {
            further[i] = Math.max(further[i], cosines[i]);
        }
        cosines = further;
        computed.clear();
    }

    /** The cosine of one of the best; 0 without a vector. */
    double cosine(int place) {
        return cosines == null ? 0 : cosines[place];
    }

    /** Number of items whose cosines were computed after an estimate. */
    int computed() {
        return computed.cardinality();
    }

    /** The score of each item. */
    double[] scores(Scoring scoring) {
        double[] scores = new double[index.size()];
        for (int i = 0; i < scores.length; i++) {
            scores[i] = scoring.score(i, cosine(i));
        }
        return scores;
    }

    /** The best by their cosines alone. */
    List<Hit<D>> hits(Predicate<D> filter, int limit) {
        Scoring scoring = (place, cosine) -> cosine;
        return best(scores(scoring), scoring, filter, limit, limit).stream()
                .map(one -> new Hit<>(one.item(), one.score()))
                .toList();
    }

    /**
     * The best by scores, above 0 and accepted by the filter.
     *
     * @param scores by item, with what is added to the scoring's; 0 where nothing counts
     * @param same how many of the first are the same as without estimates; those behind can differ by the error of one
     */
    List<Placed<D>> best(double[] scores, Scoring scoring, Predicate<D> filter, int limit, int same) {
        double slack = cosines == null
                ? 0
                : queries.stream().mapToDouble(index::slack).max().orElse(0);
        if (slack == 0) {
            return index.best(scores, filter, limit);
        }
        index.leaveOutDeleted(scores);
        return new Search(scores, scoring, filter, limit, Math.min(same, limit), slack).best();
    }

    /** A search among estimates. */
    private final class Search {
        private final double[] scores;
        private final Scoring scoring;
        private final Predicate<D> filter;
        private final int limit;
        private final int same;
        /** How far the estimate of a score may be from it. */
        private final double slack;

        Search(double[] scores, Scoring scoring, Predicate<D> filter, int limit, int same, double slack) {
            this.scores = scores;
            this.scoring = scoring;
            this.filter = filter;
            this.limit = limit;
            this.same = same;
            this.slack = slack * (scoring.score(0, 1) - scoring.score(0, 0));
        }

        /** Begins with the worst of the best by their estimates, and goes on below where that was too high. */
        List<Placed<D>> best() {
            ScoreHistogram estimates = ScoreHistogram.of(scores);
            double least = least(estimates, SegmentedIndex.looked(limit), SegmentedIndex.looked(same));
            List<Placed<D>> best = computed(reaching(least));
            if (best.size() < limit && estimates.least(SegmentedIndex.looked(limit)) > 0) {
                least = least(index.accepted(scores, filter), limit, same);
                best = computed(index.accepted(reaching(least), filter));
            }
            return best.size() >= same && same > 0 && best.get(same - 1).score() - slack < least
                    ? computed(reaching(best.get(same - 1).score() - slack))
                    : best;
        }

        /** What an estimate has to reach, so that there are so many and the first are the same. */
        private double least(ScoreHistogram estimates, int all, int first) {
            return Math.min(estimates.least(all), estimates.least(first) - slack);
        }

        /** Those whose scores may be at least so high, the filter aside. */
        private int[] reaching(double least) {
            double bound = Math.max(least, Double.MIN_VALUE);
            int[] found = new int[LEAST_REACHING];
            int count = 0;
            for (int i = 0; i < scores.length; i++) {
                if (scores[i] >= bound) {
                    if (count == found.length) {
                        found = Arrays.copyOf(found, 2 * count);
                    }
                    found[count++] = i;
                }
            }
            return Arrays.copyOf(found, count);
        }

        /** The best of these, whose cosines are computed. */
        private List<Placed<D>> computed(int[] places) {
            compute(places);
            return index.best(scores, places, filter, limit);
        }

        /** On all processors, as most of the time is spent waiting for memory. */
        private void compute(int[] places) {
            int[] estimated =
                    Arrays.stream(places).filter(place -> !computed.get(place)).toArray();
            IntStream.range(0, (estimated.length + TOGETHER - 1) / TOGETHER)
                    .parallel()
                    .forEach(part ->
                            compute(estimated, part * TOGETHER, Math.min((part + 1) * TOGETHER, estimated.length)));
            Arrays.stream(estimated).forEach(computed::set);
        }

        private void compute(int[] places, int from, int end) {
            for (int first = from; first < end; first += FETCHED) {
                int to = Math.min(first + FETCHED, end);
                index.fetch(places, first, to);
                for (int i = first; i < to; i++) {
                    compute(places[i]);
                }
            }
        }

        private void compute(int place) {
            double before = scoring.score(place, cosines[place]);
            double cosine = 0;
            for (Query query : queries) {
                cosine = Math.max(cosine, index.cosine(query, place));
            }
            cosines[place] = cosine;
            double after = scoring.score(place, cosine);
            scores[place] = after > 0 && scores[place] > 0 ? scores[place] - before + after : 0;
        }
    }
}
