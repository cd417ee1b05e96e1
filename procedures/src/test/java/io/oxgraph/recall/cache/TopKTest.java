package io.oxgraph.recall.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.oxgraph.recall.cache.CachedItem.CachedQuestion;
import io.oxgraph.recall.cache.TopK.Placed;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The best are those that sorting all by score and id would give, however many are equal. */
class TopKTest {
    private static final int COUNT = 400;
    /** Lower than what tells two floats near 1 apart. */
    private static final double TINY = 1e-12;

    /**
     * @param ordered number of items whose order by id is known; the others came later
     * @param levels number of different scores
     * @param tiny whether some scores are equal only as floats
     */
    @ParameterizedTest
    @CsvSource({"400, 5, false", "400, 1, false", "390, 3, false", "390, 1, true", "0, 2, true", "200, 400, true"})
    void are_found(int ordered, int levels, boolean tiny) {
        Random random = new Random(5);
        for (int limit : new int[] {0, 1, 7, 100, COUNT}) {
            List<CachedQuestion> items = random.ints(0, Integer.MAX_VALUE)
                    .distinct()
                    .limit(COUNT)
                    .mapToObj(id -> new CachedQuestion("n" + id, "q" + id, null, "m" + id, ""))
                    .toList();
            double[] scores = IntStream.range(0, COUNT)
                    .mapToDouble(
                            i -> (random.nextInt(levels) + 1.0) / levels + (tiny && random.nextBoolean() ? TINY : 0))
                    .toArray();
            TopK best = new TopK(scores, limit, IdOrder.of(items.subList(0, ordered)));
            IntStream.range(0, COUNT).forEach(best::add);
            assertEquals(
                    bySorting(items, scores, limit),
                    best.best(items::get).stream().map(TopKTest::line).toList());
        }
    }

    private static List<String> bySorting(List<CachedQuestion> items, double[] scores, int limit) {
        return IntStream.range(0, items.size())
                .mapToObj(i -> new Placed<>(items.get(i), i, scores[i]))
                .sorted(Comparator.comparingDouble((Placed<CachedQuestion> one) -> -one.score())
                        .thenComparing(one -> one.item().id()))
                .limit(limit)
                .map(TopKTest::line)
                .toList();
    }

    private static String line(Placed<CachedQuestion> one) {
        return one.item().id() + " " + one.place() + " " + one.score();
    }
}
