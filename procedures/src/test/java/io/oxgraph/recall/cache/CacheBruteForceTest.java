package io.oxgraph.recall.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.oxgraph.recall.cache.CachedItem.CachedQuestion;
import io.oxgraph.recall.cache.CachedText.CachedMessage;
import io.oxgraph.recall.cache.CachedText.MessageFields;
import io.oxgraph.recall.cache.Postings.TermCounts;
import io.oxgraph.recall.cache.Snapshot.SnapshotBuilder;
import io.oxgraph.recall.cache.TopK.Placed;
import io.oxgraph.recall.cache.Vocabulary.TextAnalysis;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Searches equal a naive scan, after any history. */
class CacheBruteForceTest {
    private static final int DIMENSION = 33;

    /** A text and its vector, plainly; without a vector it is empty. */
    private record Plain(String id, String text, List<Float> numbers) {
        boolean hasVector() {
            return !numbers.isEmpty();
        }

        float[] vector() {
            return array(numbers);
        }
    }

    private final Map<String, Plain> plain = new HashMap<>();
    private final SnapshotBuilder builder = new SnapshotBuilder();

    @Test
    void the_best_are_chosen_exactly_whatever_the_limit() {
        Random random = new Random(7);
        for (int round = 0; round < 300; round++) {
            double[] scores = random.doubles(1 + random.nextInt(round % 10 == 0 ? 6_000 : 60))
                    .map(score -> random.nextInt(3) == 0 ? Math.ceil(score * 4) / 4 : score + 1e-9)
                    .toArray();
            boolean sorted = round % 3 == 0;
            boolean ranked = round % 3 == 1;
            List<CachedQuestion> made = IntStream.range(0, scores.length)
                    .mapToObj(i -> new CachedQuestion("n" + i, String.valueOf(random.nextInt()), null, "", ""))
                    .toList();
            int limit = random.nextInt(70);
            List<CachedQuestion> items = sorted ? made.stream().sorted().toList() : made;
            int known = random.nextInt(scores.length + 1);
            TopK best = new TopK(
                    scores,
                    limit,
                    sorted ? IdOrder.sorted(known) : ranked ? IdOrder.of(items.subList(0, known)) : IdOrder.NONE);
            IntStream.range(0, scores.length).forEach(best::add);
            List<CachedQuestion> naive = IntStream.range(0, scores.length)
                    .boxed()
                    .sorted(Comparator.comparingDouble((Integer i) -> -scores[i])
                            .thenComparing(i -> items.get(i).id()))
                    .limit(limit)
                    .map(items::get)
                    .toList();
            assertEquals(naive, best.best(items::get).stream().map(Placed::item).toList());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void meaning_and_words(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 40; round++) {
            change(random);
            SegmentedIndex<CachedMessage> index = builder.snapshot().messages();
            assertEquals(plain.size(), index.live());
            sameMeaning(index, array(numbers(random)));
            sameWords(index, List.of("w" + random.nextInt(20), "w" + random.nextInt(20), "w99"));
        }
    }

    private void change(Random random) {
        int changes = random.nextInt(random.nextInt(10) == 0 ? 120 : 6);
        random.ints(changes, 0, 200).distinct().forEach(i -> {
            String id = "x" + i;
            boolean goes = random.nextInt(4) == 0;
            Plain now = goes ? null : new Plain(id, text(random), random.nextInt(5) == 0 ? List.of() : numbers(random));
            plain.compute(id, (key, before) -> now);
            builder.put(id, goes ? null : held(now, i));
        });
    }

    private CachedMessage held(Plain given, int place) {
        TermCounts words = TextAnalysis.learn(given.text(), builder.vocabulary());
        QuantizedVector vector = given.hasVector() ? QuantizedVector.of(given.vector()) : null;
        MessageFields fields =
                new MessageFields(place % 3, "", "", "c", place, "user", null, given.text(), Instant.EPOCH, null);
        return new CachedMessage(given.id(), given.id(), vector, words, fields);
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        random.ints(random.nextInt(12), 0, 20)
                .forEach(word -> text.append("w").append(word).append(' '));
        return text.toString();
    }

    private static List<Float> numbers(Random random) {
        return random.doubles(DIMENSION, -1, 1)
                .mapToObj(number -> (float) number)
                .toList();
    }

    private static float[] array(List<Float> numbers) {
        float[] vector = new float[numbers.size()];
        for (int i = 0; i < vector.length; i++) {
            vector[i] = numbers.get(i);
        }
        return vector;
    }

    private void sameMeaning(SegmentedIndex<CachedMessage> index, float[] query) {
        Map<String, Double> naive = new HashMap<>();
        plain.values().stream()
                .filter(Plain::hasVector)
                .forEach(each -> naive.put(each.id(), cosine(each.vector(), query)));
        naive.values().removeIf(cosine -> cosine <= 0);
        double[] scores = index.cosines(QuantizedVector.of(query).query());
        same(naive, index.best(scores, message -> true, Integer.MAX_VALUE), 1e-4);
    }

    private static double cosine(float[] a, float[] b) {
        double dot = 0;
        double left = 0;
        double right = 0;
        for (int i = 0; i < a.length; i++) {
            dot += (double) a[i] * b[i];
            left += (double) a[i] * a[i];
            right += (double) b[i] * b[i];
        }
        return dot / Math.sqrt(left * right);
    }

    private void sameWords(SegmentedIndex<CachedMessage> index, List<String> query) {
        double mean = plain.values().stream()
                .mapToInt(each -> words(each).size())
                .average()
                .orElse(0);
        Map<String, Double> naive = new HashMap<>();
        for (String word : query.stream().distinct().toList()) {
            long frequency = plain.values().stream()
                    .filter(each -> words(each).contains(word))
                    .count();
            double rarity = Math.log(1 + (plain.size() - frequency + 0.5) / (frequency + 0.5));
            for (Plain each : plain.values()) {
                double count = words(each).stream().filter(word::equals).count();
                double length = words(each).size() / Math.max(1, mean);
                naive.merge(each.id(), rarity * count * 2.2 / (count + 1.2 * (0.25 + 0.75 * length)), Double::sum);
            }
        }
        naive.values().removeIf(score -> score <= 0);
        double[] scores = index.words(TextAnalysis.query(String.join(" ", query), builder.vocabulary()));
        same(naive, index.best(scores, message -> true, Integer.MAX_VALUE), 1e-9);
    }

    private static List<String> words(Plain given) {
        return given.text().isBlank() ? List.of() : List.of(given.text().strip().split(" "));
    }

    private static void same(Map<String, Double> naive, List<Placed<CachedMessage>> hits, double tolerance) {
        Map<String, Double> found = new HashMap<>();
        List<Double> order = new ArrayList<>();
        for (Placed<CachedMessage> hit : hits) {
            found.put(hit.item().id(), hit.score());
            order.add(-hit.score());
        }
        assertEquals(order.stream().sorted().toList(), order);
        naive.forEach((id, score) -> assertEquals(score, found.getOrDefault(id, 0.0), tolerance, id));
        found.keySet().removeAll(naive.keySet());
        found.values().forEach(score -> assertEquals(0, score, tolerance));
    }
}
