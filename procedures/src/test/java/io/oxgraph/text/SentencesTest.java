package io.oxgraph.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where sentences end; in the cases a bar stands behind each end. */
class SentencesTest {
    @ParameterizedTest
    @CsvSource({
        "It rains.| We go!| Why?|",
        "Wir treffen uns am 3. Mai um 5 Uhr.|",
        "Am 12. Dezember kommt z. B. Frau Dr. Weber bzw. ihr Mann.| Er bleibt.|",
        "'Mr. Smith moved to the U.S. in May, e.g. for No. 5.|'",
        "He was born in 2019.| She was not.|",
        "'It costs 3.50, and v1.2 too.|'",
        "鍵は金庫の中。|雨です。|",
        "यह सच है।| हाँ।|"
    })
    void ends(String marked) {
        String text = marked.replace("|", "");
        String found = IntStream.range(0, text.length())
                .mapToObj(i -> text.charAt(i) + (Sentences.isEnd(text, i) ? "|" : ""))
                .collect(Collectors.joining());
        assertEquals(marked, found);
    }
}
