package io.oxgraph.situation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxgraph.situation.Situation.Counts;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SignificanceTestTest {
    private static final int FEATURES = 1_000;
    private static final int LOOKS = 10;
    private static final int CASES_A_LOOK = 40;
    private static final int SEEDS = 60;

    @Test
    void equal_rates_are_evidence_against_a_difference() {
        assertTrue(SignificanceTest.logEvidence(new Counts(100, 20), new Counts(1_000, 200)) < 0);
        assertEquals(
                0,
                SignificanceTest.logEvidence(new Counts(50, 20), new Counts(50, 20)),
                1e-9,
                "no rest to differ from");
        assertTrue(SignificanceTest.logEvidence(new Counts(20, 20), new Counts(200, 40)) > 20);
    }

    @Test
    void evidence_is_an_e_value() {
        // The mean of an e-value under the null hypothesis is at most 1.
        Random random = new Random(5);
        double sum = 0;
        int rounds = 20_000;
        for (int i = 0; i < rounds; i++) {
            Counts context = draw(random, 30, 0.3);
            Counts rest = draw(random, 70, 0.3);
            sum += Math.exp(SignificanceTest.logEvidence(context, context.plus(rest.actions(), rest.failures())));
        }
        assertTrue(sum / rounds < 1.05, String.valueOf(sum / rounds));
    }

    @Test
    void more_tried_need_more_evidence() {
        Map<String, Double> evidence = Map.of("a", Math.log(200), "b", 0.0);
        assertEquals(Set.of("a"), SignificanceTest.significant(evidence, 20));
        assertEquals(Set.of(), SignificanceTest.significant(evidence, 21));
        assertEquals(Set.of(), SignificanceTest.significant(Map.of(), 0));
    }

    /**
     * A thousand null features and a few true ones are tested repeatedly, and whatever passes once is kept: the false
     * discovery rate stays within the bound, and the true ones are found.
     */
    @Test
    void coincidences_stay_within_their_share_however_often_one_looks() {
        double falseShare = 0;
        int found = 0;
        int planted = 10;
        for (int seed = 0; seed < SEEDS; seed++) {
            Set<String> passed = look(new Random(seed), planted);
            long fakes = passed.stream().filter(name -> name.startsWith("null")).count();
            falseShare += passed.isEmpty() ? 0 : (double) fakes / passed.size();
            found += (int) (passed.size() - fakes);
        }
        assertTrue(
                falseShare / SEEDS <= SignificanceTest.MAX_FALSE_DISCOVERY_RATE, "false share " + falseShare / SEEDS);
        assertTrue(found >= 0.95 * planted * SEEDS, found + " found");
    }

    private static Set<String> look(Random random, int planted) {
        Map<String, Counts> features = new HashMap<>();
        Set<String> passed = new HashSet<>();
        for (int look = 0; look < LOOKS; look++) {
            Map<String, Double> evidence = new HashMap<>();
            for (int i = 0; i < FEATURES + planted; i++) {
                String name = (i < FEATURES ? "null" : "true") + i;
                // Each has a family of its own: ten cases in it and thirty beside it a look.
                grow(features, name, draw(random, CASES_A_LOOK / 4, i < FEATURES ? 0.3 : 0.8));
                grow(features, name + " rest", draw(random, 3 * CASES_A_LOOK / 4, 0.3));
                Counts own = features.get(name);
                Counts rest = features.get(name + " rest");
                evidence.put(name, SignificanceTest.logEvidence(own, own.plus(rest.actions(), rest.failures())));
            }
            passed.addAll(SignificanceTest.significant(evidence, evidence.size()));
        }
        return passed;
    }

    private static void grow(Map<String, Counts> features, String name, Counts more) {
        features.merge(name, more, (a, b) -> a.plus(b.actions(), b.failures()));
    }

    private static Counts draw(Random random, int actions, double rate) {
        long failures = 0;
        for (int i = 0; i < actions; i++) {
            failures += random.nextDouble() < rate ? 1 : 0;
        }
        return new Counts(actions, failures);
    }
}
