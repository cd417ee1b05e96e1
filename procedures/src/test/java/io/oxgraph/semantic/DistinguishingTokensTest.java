package io.oxgraph.semantic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.oxgraph.semantic.Duplicates.DistinguishingTokens;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DistinguishingTokensTest {
    @Test
    void digits_negations_and_names_are_found() {
        DistinguishingTokens tokens =
                DistinguishingTokens.of("On 5 May, Dr. Meier didn't pay 1200 to Acme. Nobody knows why");
        assertEquals(List.of("5", "1200"), tokens.digits());
        assertEquals(List.of("nobody", "not"), tokens.negations());
        assertEquals(Set.of("May", "Meier", "Acme", "Dr"), tokens.names());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Anna likes tea | Tea is what she likes",
                "I like tea | they say I'm fond of tea",
                "She can't swim | She is not able to swim",
                "He said: \"Never\" | He said never",
            })
    void the_same_marks(String one, String other) {
        assertEquals(DistinguishingTokens.of(one), DistinguishingTokens.of(other));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "has 2 cats and 3 dogs | has 3 cats and 2 dogs",
                "Anna mangia pesce | Anna non mangia pesce",
                "Ест мясо | Не ест мясо",
                "Eet vlees | Eet geen vlees",
                "Isst Fleisch | Isst niemals Fleisch",
                "يأكل السمك | لا يأكل السمك",
                "東京に住んでいます | 東京に住んでいません",
                "likes tea | doesn’t like tea",
                "works for Acme | works for Initech",
                "seen by Dr. Meier | seen by Dr. Huber",
                "goes with milk | goes without milk",
            })
    void others(String one, String other) {
        assertNotEquals(DistinguishingTokens.of(one), DistinguishingTokens.of(other));
    }
}
