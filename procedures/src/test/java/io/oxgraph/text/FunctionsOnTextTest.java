package io.oxgraph.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.oxgraph.text.Names.Normaliser;
import io.oxgraph.text.TextSimilarity.Trigrams;
import java.util.Arrays;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FunctionsOnTextTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'  Ada \t\n Lovelace ' | ada lovelace",
                "'ﬁne\u00a0Text' | fine text",
                "'ＡＢＣ' | abc",
                "'I' | i",
                "'' | ''"
            })
    void normalise(String text, String expected) {
        assertEquals(expected, Normaliser.normalise(text));
    }

    @Test
    void sha256_of_the_standard_example() {
        assertEquals("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", Identifiers.sha256("abc"));
    }

    @Test
    void uuid5_of_the_well_known_example() {
        UUID dns = UUID.fromString("6ba7b810-9dad-11d1-80b4-00c04fd430c8");
        assertEquals(
                "886313e1-3b8a-5372-9b90-0c9aee199e5d",
                Identifiers.uuid5(dns, "python.org").toString());
        assertEquals(Identifiers.NAMESPACE, Identifiers.uuid5(dns, "oxgraph").toString());
    }

    /** The expected value is what oxgraph.ids.stable_id gives. */
    @Test
    void stable_id_as_in_python() {
        assertEquals("5dcf01fe-29a4-54a0-a3da-27eb53acf8b6", Identifiers.stableId("w", "k", Arrays.asList("a", null)));
    }

    /** Expected values are those of pg_trgm. */
    @ParameterizedTest
    @CsvSource({
        "word, two words, 0.36363636363636365",
        "Ada, ADA, 1",
        "abc, xyz, 0",
        "'', '', 0",
        "New-York, new york, 1"
    })
    void trigram_similarity(String a, String b, double expected) {
        assertEquals(expected, Trigrams.similarity(a, b), 1e-12);
    }
}
