package io.oxgraph.entity;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxgraph.entity.AliasIndex.PrefixFilter;
import io.oxgraph.text.TextSimilarity.Trigrams;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrefixFilterTest {
    /** Whatever is similar enough shares one of the trigrams that are looked for, so nothing is missed. */
    @ParameterizedTest
    @ValueSource(doubles = {0.3, 0.5, 0.85, 1})
    void no_similar_name_is_missed(double threshold) {
        List<Set<String>> names =
                SyntheticNames.people(400, 11).stream().map(Trigrams::of).toList();
        int similar = 0;
        for (Set<String> a : names) {
            List<String> prefix = PrefixFilter.of(a, threshold);
            for (Set<String> b : names) {
                if (Trigrams.similarity(a, b) >= threshold) {
                    similar++;
                    assertFalse(Collections.disjoint(prefix, b), a + " " + b);
                }
            }
        }
        assertTrue(similar >= names.size());
    }

    @Test
    void few_trigrams_are_enough_for_much_similarity() {
        Set<String> trigrams = Trigrams.of("international business machines");
        assertTrue(PrefixFilter.of(trigrams, 0.85).size() <= trigrams.size() * 0.15 + 1);
    }
}
