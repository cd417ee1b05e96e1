package io.oxgraph.recall.cache;

import io.oxgraph.recall.SearchBackend.Hit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Selects the top k scores, best first, then by id. A float score and an index are packed into one long, so that
 * quickselect and sorting touch no objects; scores that are equal as floats are compared exactly afterwards.
 */
final class TopK {
    private static final int PLACE_BITS = 24;
    private static final int PLACES = (1 << PLACE_BITS) - 1;

    private final double[] scores;
    private final long[] keys;
    private int count;

    /** @param scores by item index; at most 16 million */
    TopK(double[] scores) {
        this.scores = scores;
        keys = new long[scores.length];
    }

    void add(int place) {
        long worse = (long) Integer.MAX_VALUE - Float.floatToIntBits((float) scores[place]);
        keys[count++] = (worse << PLACE_BITS) | place;
    }

    <T extends CachedItem> List<Hit<T>> hits(IntFunction<T> items, int limit) {
        int kept = limit < count ? select(limit) : count;
        Arrays.sort(keys, 0, kept);
        List<Hit<T>> hits = new ArrayList<>(kept);
        for (int i = 0; i < kept; i++) {
            int place = (int) keys[i] & PLACES;
            hits.add(new Hit<>(items.apply(place), scores[place]));
        }
        sortTies(hits);
        return limit < kept ? hits.subList(0, limit) : hits;
    }

    /** Quickselect: moves the best to the front, with all ties of the last one; returns their number. */
    private int select(int limit) {
        if (limit <= 0) {
            return 0;
        }
        int low = 0;
        int high = count - 1;
        while (low < high) {
            int middle = partition(low, high);
            if (middle < limit - 1) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return withTies(limit);
    }

    /** Hoare partition: all keys up to the result are at most those after it. */
    private int partition(int low, int high) {
        long pivot = keys[(low + high) >>> 1];
        int left = low - 1;
        int right = high + 1;
        while (true) {
            do {
                left++;
            } while (keys[left] < pivot);
            do {
                right--;
            } while (keys[right] > pivot);
            if (left >= right) {
                return right;
            }
            swap(left, right);
        }
    }

    private int withTies(int limit) {
        long last = keys[limit - 1] >> PLACE_BITS;
        int end = limit;
        for (int i = limit; i < count; i++) {
            if (keys[i] >> PLACE_BITS == last) {
                swap(i, end++);
            }
        }
        return end;
    }

    private void swap(int a, int b) {
        long key = keys[a];
        keys[a] = keys[b];
        keys[b] = key;
    }

    private <T extends CachedItem> void sortTies(List<Hit<T>> hits) {
        for (int from = 0; from < hits.size(); ) {
            int to = from + 1;
            while (to < hits.size() && keys[to] >> PLACE_BITS == keys[from] >> PLACE_BITS) {
                to++;
            }
            if (to - from > 1) {
                hits.subList(from, to)
                        .sort(Comparator.comparingDouble((Hit<T> hit) -> -hit.score())
                                .thenComparing(hit -> hit.item().id()));
            }
            from = to;
        }
    }
}
