package io.oxgraph.recall.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxgraph.recall.SearchBackend.Hit;
import io.oxgraph.recall.cache.CachedItem.CachedQuestion;
import io.oxgraph.recall.cache.TopK.Placed;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The best of very many, whose cosines are estimated first, are those that comparing all would find. */
class NearnessTest {
    private static final int COUNT = CoarseVectors.MANY + 4_000;
    private static final int TOPICS = 60;

    private final Random random = new Random(11);

    private static boolean any(CachedQuestion question) {
        return !question.id().isEmpty();
    }

    private float[] numbers(int dimension) {
        float[] numbers = new float[dimension];
        for (int i = 0; i < dimension; i++) {
            // One component is far larger than the others, as embedding models have it.
            numbers[i] = (float) random.nextGaussian() * (i == 3 ? 5 : 1);
        }
        return numbers;
    }

    /** Some texts are about the same: their vectors are near each other. */
    private float[] about(float[] topic, double part) {
        float[] numbers = numbers(topic.length);
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = (float) (part * topic[i] + (1 - part) * numbers[i]);
        }
        return numbers;
    }

    private List<float[]> topics(int dimension) {
        return IntStream.range(0, TOPICS).mapToObj(i -> numbers(dimension)).toList();
    }

    private static SegmentedIndex<CachedQuestion> index(List<CachedQuestion> questions) {
        return SegmentedIndex.<CachedQuestion>empty().changed(List.of(), questions);
    }

    private List<CachedQuestion> questions(List<float[]> topics) {
        List<CachedQuestion> questions = new ArrayList<>();
        for (int i = 0; i < COUNT; i++) {
            float[] numbers = about(topics.get(i % TOPICS), i % 17 / 20.0);
            QuantizedVector vector = i % 50 == 7 ? null : QuantizedVector.of(numbers);
            questions.add(new CachedQuestion("n" + i, "%05d".formatted(i), vector, "m" + i, i % 5 == 0 ? "ada" : ""));
        }
        return questions;
    }

    private static List<String> byComparingAll(
            List<CachedQuestion> questions, float[] query, Predicate<CachedQuestion> filter, int limit) {
        QuantizedVector.Query asked = QuantizedVector.of(query).query();
        return questions.stream()
                .filter(one -> one.vector() != null && filter.test(one))
                .map(one -> new Hit<>(one.id(), asked.cosine(one.vector())))
                .filter(hit -> hit.score() > 0)
                .sorted(Comparator.comparingDouble((Hit<String> hit) -> -hit.score())
                        .thenComparing(Hit::item))
                .limit(limit)
                .map(hit -> hit.item() + " " + hit.score())
                .toList();
    }

    private static List<String> found(
            SegmentedIndex<CachedQuestion> index, float[] query, Predicate<CachedQuestion> filter, int limit) {
        return Nearness.of(index, query).hits(filter, limit).stream()
                .map(hit -> hit.item().id() + " " + hit.score())
                .toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {384, 100, 5})
    void the_best_and_their_cosines_are_the_same(int dimension) {
        List<float[]> topics = topics(dimension);
        List<CachedQuestion> questions = questions(topics);
        SegmentedIndex<CachedQuestion> index = index(questions);
        Predicate<CachedQuestion> ofAda = question -> question.userId().equals("ada");
        for (int i = 0; i < 5; i++) {
            float[] query = about(topics.get(i), 0.7);
            assertEquals(
                    byComparingAll(questions, query, NearnessTest::any, 100),
                    found(index, query, NearnessTest::any, 100));
            assertEquals(byComparingAll(questions, query, ofAda, 500), found(index, query, ofAda, 500));
        }
        float[] query = numbers(dimension);
        List<CachedQuestion> kept = questions.subList(3_000, COUNT);
        List<CachedQuestion> all = new ArrayList<>(kept);
        // Smaller segments, whose cosines are computed at once.
        List<CachedQuestion> added = List.of(
                new CachedQuestion("x", "x", QuantizedVector.of(query), "x", ""),
                new CachedQuestion("y", "y", QuantizedVector.of(numbers(dimension + 1)), "y", ""));
        all.addAll(added);
        SegmentedIndex<CachedQuestion> changed = index.changed(questions.subList(0, 3_000), added);
        assertEquals(byComparingAll(all, query, NearnessTest::any, 50), found(changed, query, NearnessTest::any, 50));
        assertEquals(List.of(), found(changed, query, NearnessTest::any, 0));
    }

    @Test
    void all_that_are_near_at_all_are_found_where_so_many_are_asked_for() {
        List<CachedQuestion> questions = questions(topics(64));
        SegmentedIndex<CachedQuestion> index = index(questions);
        float[] query = numbers(64);
        assertEquals(
                byComparingAll(questions, query, NearnessTest::any, Integer.MAX_VALUE),
                found(index, query, NearnessTest::any, Integer.MAX_VALUE));
    }

    @Test
    void more_can_be_asked_for_afterwards() {
        List<CachedQuestion> questions = questions(topics(100));
        SegmentedIndex<CachedQuestion> index = index(questions);
        float[] query = numbers(100);
        Nearness<CachedQuestion> nearness = Nearness.of(index, query);
        for (int limit : List.of(3, 40, 300, 2_000)) {
            List<String> found = nearness.hits(NearnessTest::any, limit).stream()
                    .map(hit -> hit.item().id() + " " + hit.score())
                    .toList();
            assertEquals(byComparingAll(questions, query, NearnessTest::any, limit), found);
        }
    }

    /** What counts beside the cosine: a bonus, as for who said it, and nothing where no cosine is above 0. */
    @Test
    void the_nearer_of_two_vectors_counts_and_what_is_added_to_it() {
        List<CachedQuestion> questions = questions(topics(384));
        SegmentedIndex<CachedQuestion> index = index(questions);
        List<QuantizedVector.Query> queries = IntStream.range(0, 2)
                .mapToObj(i -> QuantizedVector.of(numbers(384)).query())
                .toList();
        double[] expected = new double[COUNT];
        for (int i = 0; i < COUNT; i++) {
            QuantizedVector vector = questions.get(i).vector();
            double cosine = vector == null
                    ? 0
                    : queries.stream()
                            .mapToDouble(query -> query.cosine(vector))
                            .max()
                            .orElse(0);
            expected[i] = cosine > 0 ? 0.5 * cosine + bonus(i) : 0;
        }
        Nearness<CachedQuestion> nearness = new Nearness<>(index);
        queries.forEach(nearness::add);
        Nearness.Scoring half = (place, cosine) -> 0.5 * cosine;
        double[] scores = nearness.scores(half);
        for (int i = 0; i < COUNT; i++) {
            scores[i] += scores[i] > 0 ? bonus(i) : 0;
        }
        List<Integer> best = IntStream.range(0, COUNT)
                .boxed()
                .filter(i -> expected[i] > 0)
                .sorted(Comparator.comparingDouble((Integer i) -> -expected[i]))
                .limit(900)
                .toList();
        assertEquals(
                best,
                nearness.best(scores, half, NearnessTest::any, 900, 900).stream()
                        .map(Placed::place)
                        .toList());
    }

    private static double bonus(int place) {
        return place % 40 == 0 ? 0.3 : 0;
    }

    /** A message that was just written has the query's words before it has a vector. */
    @Test
    void a_segment_without_vectors_is_searched_too() {
        List<CachedQuestion> added = List.of(new CachedQuestion("x", "x", null, "x", ""));
        SegmentedIndex<CachedQuestion> index = index(questions(topics(100))).changed(List.of(), added);
        Nearness<CachedQuestion> nearness = Nearness.of(index, numbers(100));
        Nearness.Scoring withWords = (place, cosine) -> cosine + (place == COUNT ? 2 : 0);
        List<Placed<CachedQuestion>> best =
                nearness.best(nearness.scores(withWords), withWords, NearnessTest::any, 3, 3);
        assertEquals(added.getFirst(), best.getFirst().item());
        assertEquals(2, best.getFirst().score());
        assertEquals(3, best.size());
    }

    /** A deleted message still has the query's words until its segment is merged. */
    @Test
    void what_is_deleted_is_not_found_whatever_else_counts() {
        List<CachedQuestion> questions = questions(topics(100));
        SegmentedIndex<CachedQuestion> index = index(questions).changed(questions.subList(40, 45), List.of());
        Nearness<CachedQuestion> nearness = Nearness.of(index, numbers(100));
        Nearness.Scoring plain = (place, cosine) -> cosine;
        double[] scores = nearness.scores(plain);
        for (int i = 0; i < 45; i++) {
            scores[i] += 2;
        }
        for (int limit : List.of(10, COUNT)) {
            List<CachedQuestion> found = nearness.best(scores.clone(), plain, NearnessTest::any, limit, limit).stream()
                    .map(Placed::item)
                    .toList();
            assertTrue(questions.subList(0, 40).containsAll(found.subList(0, 10)));
            assertEquals(
                    List.of(),
                    questions.subList(40, 45).stream().filter(found::contains).toList());
        }
    }

    /** The filter leaves out most of what is nearest, as one that asks for another conversation does. */
    @Test
    void those_are_found_of_which_the_filter_accepts_few() {
        List<float[]> topics = topics(384);
        List<CachedQuestion> questions = questions(topics);
        SegmentedIndex<CachedQuestion> index = index(questions);
        float[] query = about(topics.get(2), 0.7);
        Predicate<CachedQuestion> elsewhere = question -> Integer.parseInt(question.id()) % TOPICS != 2;
        Predicate<CachedQuestion> few = question -> Integer.parseInt(question.id()) % 400 == 9;
        for (Predicate<CachedQuestion> filter : List.of(elsewhere, few)) {
            for (int limit : List.of(1, 30, 100)) {
                assertEquals(byComparingAll(questions, query, filter, limit), found(index, query, filter, limit));
            }
        }
    }

    /** Where only the first have to be the same, fewer cosines are computed, and those behind are nearly as near. */
    @Test
    void of_those_behind_the_first_an_estimate_decides() {
        List<float[]> topics = topics(384);
        List<CachedQuestion> questions = questions(topics);
        SegmentedIndex<CachedQuestion> index = index(questions);
        Nearness.Scoring plain = (place, cosine) -> cosine;
        for (Predicate<CachedQuestion> filter : List.<Predicate<CachedQuestion>>of(
                NearnessTest::any, question -> question.userId().equals("ada"))) {
            float[] query = about(topics.get(3), 0.7);
            List<String> all = byComparingAll(questions, query, filter, 500);
            Nearness<CachedQuestion> exact = Nearness.of(index, query);
            exact.best(exact.scores(plain), plain, filter, 500, 500);
            Nearness<CachedQuestion> nearness = Nearness.of(index, query);
            List<Placed<CachedQuestion>> best = nearness.best(nearness.scores(plain), plain, filter, 500, 100);
            List<String> found = best.stream()
                    .map(one -> one.item().id() + " " + one.score())
                    .toList();
            assertEquals(all.subList(0, 100), found.subList(0, 100));
            assertEquals(500, found.size());
            double last = Double.parseDouble(all.getLast().split(" ", -1)[1]);
            double slack = index.slack(QuantizedVector.of(query).query());
            assertTrue(best.stream().allMatch(one -> one.score() > last - slack));
            assertTrue(nearness.computed() < exact.computed(), nearness.computed() + " " + exact.computed());
        }
    }

    @Test
    void most_are_only_estimated() {
        List<float[]> topics = topics(384);
        SegmentedIndex<CachedQuestion> index = index(questions(topics));
        QuantizedVector.Query query =
                QuantizedVector.of(about(topics.get(1), 0.7)).query();
        double[] estimates = index.cosines(query);
        double[] errors = IntStream.range(0, COUNT)
                .filter(i -> estimates[i] > Double.MIN_NORMAL)
                .mapToDouble(i -> Math.abs(estimates[i] - index.cosine(query, i)))
                .sorted()
                .toArray();
        assertTrue(errors[errors.length / 2] > 0.001);
        assertTrue(errors[errors.length * 99 / 100] < index.slack(query), () -> "" + errors[errors.length * 99 / 100]);
        Nearness<CachedQuestion> nearness = new Nearness<>(index);
        nearness.add(query);
        nearness.hits(NearnessTest::any, 100);
        assertTrue(nearness.computed() < COUNT / 4, () -> "" + nearness.computed());
    }
}
