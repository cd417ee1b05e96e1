package io.oxgraph.recall.cache;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Selects the top k scores above 0, best first, then by id. A float score and a rank by id are packed into one long, so that
 * quickselect and sorting touch no objects; scores that are equal as floats are compared exactly afterwards. What is worse
 * than k others is dropped on the way, so that of very many scores most are only compared with a bound.
 */
final class TopK {
    private static final int PLACE_BITS = 24;
    private static final int PLACES = (1 << PLACE_BITS) - 1;

    /** Scores that are gathered before the best are selected, as a multiple of k, and at least so many. */
    private static final long GATHERED = 4;

    private static final int LEAST_GATHERED = 1_024;

    private final double[] scores;
    private final int limit;
    private final IdOrder order;
    private long[] keys;
    private int count;
    /** Scores of 0 and below are worse than it from the start. */
    private long bound = Integer.MAX_VALUE - 1L;

    /**
     * @param scores by item index; at most 16 million
     * @param limit k
     * @param order of the first items by id
     */
    TopK(double[] scores, int limit, IdOrder order) {
        this.scores = scores;
        this.limit = Math.max(0, limit);
        this.order = order;
        keys = new long[room(this.limit)];
    }

    private int room(long kept) {
        return (int) Math.min(scores.length, Math.max(LEAST_GATHERED, kept * GATHERED));
    }

    void add(int place) {
        long worse = (long) Integer.MAX_VALUE - Float.floatToIntBits((float) scores[place]);
        if (worse > bound) {
            return;
        }
        if (count == keys.length) {
            makeRoom();
        }
        keys[count++] = (worse << PLACE_BITS) | order.rank(place);
    }

    /** Keeps the best and what is equal to the last of them. */
    private void makeRoom() {
        if (limit > 0 && limit < count) {
            count = select();
            bound = keys[limit - 1] >> PLACE_BITS;
        }
        keys = Arrays.copyOf(keys, Math.max(keys.length, room(count)));
    }

    /** The best, in their order. */
    <T extends CachedItem> List<Placed<T>> best(IntFunction<T> items) {
        int kept = limit < count ? select() : count;
        Arrays.sort(keys, 0, kept);
        if (limit < kept) {
            kept = withoutLaterTies(kept);
        }
        List<Placed<T>> best = new ArrayList<>(kept);
        for (int i = 0; i < kept; i++) {
            int place = order.place(rank(i));
            best.add(new Placed<>(items.apply(place), place, scores[place]));
        }
        sortTies(best);
        return limit < kept ? best.subList(0, limit) : best;
    }

    /**
     * One of the best.
     *
     * @param place its item index
     */
    record Placed<T>(T item, int place, double score) {}

    private int rank(int at) {
        return (int) keys[at] & PLACES;
    }

    /** Where the ties of the last of the best begin. */
    private int firstTie() {
        int first = Math.max(0, limit - 1);
        while (first > 0 && keys[first - 1] >> PLACE_BITS == keys[first] >> PLACE_BITS) {
            first--;
        }
        return first;
    }

    /**
     * Leaves out equal scores at the end that cannot be among the best. Those whose order is known stand in it; the few others
     * stay, since any of them may come first.
     */
    private int withoutLaterTies(int kept) {
        int first = firstTie();
        double last = score(first);
        for (int i = first + 1; i < kept; i++) {
            if (score(i) != last) {
                return kept;
            }
        }
        int ordered = first;
        while (ordered < kept && rank(ordered) < order.size()) {
            ordered++;
        }
        int end = Math.min(ordered, limit);
        System.arraycopy(keys, ordered, keys, end, kept - ordered);
        return end + kept - ordered;
    }

    private double score(int at) {
        return scores[order.place(rank(at))];
    }

    /** Whether ties are in the order of their ids already: equal scores stand in the order of their ranks. */
    private <T> boolean isSorted(List<Placed<T>> best, int from, int to) {
        if (rank(to - 1) >= order.size()) {
            return false;
        }
        double first = best.get(from).score();
        for (int i = from + 1; i < to; i++) {
            if (best.get(i).score() != first) {
                return false;
            }
        }
        return true;
    }

    /** Quickselect: moves the best to the front, with all ties of the last one; returns their number. */
    private int select() {
        if (limit == 0) {
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
        return withTies();
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

    private int withTies() {
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

    private <T extends CachedItem> void sortTies(List<Placed<T>> best) {
        for (int from = 0; from < best.size(); ) {
            int to = from + 1;
            while (to < best.size() && keys[to] >> PLACE_BITS == keys[from] >> PLACE_BITS) {
                to++;
            }
            if (to - from > 1 && !isSorted(best, from, to)) {
                best.subList(from, to)
                        .sort(Comparator.comparingDouble((Placed<T> one) -> -one.score())
                                .thenComparing(one -> one.item().id()));
            }
            from = to;
        }
    }
}
