package io.oxgraph.recall.cache;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.oxgraph.recall.cache.CachedItem.CachedQuestion;
import io.oxgraph.recall.cache.TopK.Placed;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Packed vectors give the same cosines as single ones. */
class PackedVectorsTest {
    private static final int SHORT = 5;
    /** Three of them fill an array. */
    private static final int LONG = 40_001;

    private final Random random = new Random(5);

    private QuantizedVector vector(int dimension) {
        float[] numbers = new float[dimension];
        for (int i = 0; i < dimension; i++) {
            numbers[i] = (float) random.nextGaussian();
        }
        return QuantizedVector.of(numbers);
    }

    /** Every third without a vector; one in ten of another dimension. */
    private List<CachedQuestion> questions(int count, int dimension, int other) {
        return IntStream.range(0, count)
                .mapToObj(i -> {
                    QuantizedVector vector = i % 3 == 1 ? null : vector(i % 10 == 9 ? other : dimension);
                    return new CachedQuestion("n" + i, "%05d".formatted(i), vector, "m" + i / 2, "");
                })
                .toList();
    }

    private static double[] apart(List<CachedQuestion> questions, QuantizedVector.Query query) {
        return questions.stream()
                .mapToDouble(question -> question.vector() == null ? 0 : query.cosine(question.vector()))
                .toArray();
    }

    private static double[] computed(SegmentedIndex<CachedQuestion> index, QuantizedVector.Query query) {
        return IntStream.range(0, index.size())
                .mapToDouble(place -> index.cosine(query, place))
                .toArray();
    }

    private void same(int count, int dimension, int other) {
        List<CachedQuestion> questions = questions(count, dimension, other);
        List<String> before =
                questions.stream().map(one -> String.valueOf(one.vector())).toList();
        List<QuantizedVector.Query> queries =
                List.of(vector(dimension).query(), vector(other).query());
        List<double[]> expected =
                queries.stream().map(query -> apart(questions, query)).toList();
        SegmentedIndex<CachedQuestion> index =
                SegmentedIndex.<CachedQuestion>empty().changed(List.of(), questions);
        for (int i = 0; i < queries.size(); i++) {
            assertArrayEquals(expected.get(i), computed(index, queries.get(i)));
            if (count < CoarseVectors.MANY) {
                assertArrayEquals(expected.get(i), index.cosines(queries.get(i)));
            }
        }
        assertEquals(
                before,
                questions.stream().map(one -> String.valueOf(one.vector())).toList());
    }

    @Test
    void cosines_are_those_of_each_by_itself() {
        same(200, SHORT, 2 * SHORT);
        same(20, LONG, SHORT);
        same(0, SHORT, LONG);
    }

    @Test
    void so_are_those_of_very_many() {
        same(40_000, SHORT, 2 * SHORT);
    }

    @Test
    void a_snapshot_keeps_its_answers_after_a_change() {
        List<CachedQuestion> questions = questions(100, SHORT, LONG);
        QuantizedVector.Query query = vector(SHORT).query();
        SegmentedIndex<CachedQuestion> first =
                SegmentedIndex.<CachedQuestion>empty().changed(List.of(), questions);
        double[] before = first.cosines(query);
        SegmentedIndex<CachedQuestion> second = first.changed(questions.subList(0, 70), questions(60, SHORT, LONG));
        assertArrayEquals(before, first.cosines(query));
        assertEquals(90, second.live());
    }

    /** Few of the best pass, so that those further down are asked as well. */
    @Test
    void the_best_that_pass_are_found_however_far_down_they_are() {
        List<CachedQuestion> questions = questions(300, SHORT, LONG);
        SegmentedIndex<CachedQuestion> index =
                SegmentedIndex.<CachedQuestion>empty().changed(List.of(), questions);
        double[] scores =
                IntStream.range(0, 300).mapToDouble(i -> 1.0 / (1 + i)).toArray();
        Predicate<CachedQuestion> late = question -> Integer.parseInt(question.id()) >= 250;
        List<String> found = index.best(scores, late, 3).stream()
                .map(Placed::item)
                .map(CachedItem::id)
                .toList();
        assertEquals(List.of("00250", "00251", "00252"), found);
        assertEquals(50, index.best(scores, late, 1_000).size());
        assertEquals(List.of(), index.best(scores, late, 0));
    }
}
