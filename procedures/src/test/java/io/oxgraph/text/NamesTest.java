package io.oxgraph.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.oxgraph.text.Names.Normaliser;
import io.oxgraph.text.TextSimilarity.EditDistance;
import io.oxgraph.text.TextSimilarity.Trigrams;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NamesTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'  O''Neill,  J.-P. ' | o neill j p",
                "'ＡＢＣ\u00a012' | abc 12",
                "'C++ and C#' | c++ and c#",
                "'Tom+Jerry, #5' | tom jerry 5",
                "'हिन्दी' | हिन्दी",
                "'東京 大学' | 東京 大学",
                "'e\u0301' | é",
                "'?! ❤️' | ''",
                "'\ud800' | ''",
            })
    void key(String name, String expected) {
        assertEquals(expected, Names.key(name));
    }

    @Test
    void digits_of_every_script() {
        assertEquals("12034", Names.digits("a12 b0 ٣4"));
    }

    @Test
    void trigrams_as_tokens() {
        assertEquals(Set.of("  a", " ab", "ab "), Trigrams.of("AB ab"));
        assertEquals(Set.of("20_20_61", "20_61_62", "61_62_20"), Trigrams.tokens(Trigrams.of("ab")));
        assertEquals(Set.of("20_20_1d11e", "20_1d11e_20"), Trigrams.tokens(Set.of("  \ud834\udd1e", " \ud834\udd1e ")));
    }

    @ParameterizedTest
    @CsvSource({
        "abc,abc,0,true", "abc,abd,0,false", "abcd,abdc,1,true", "abcd,acd,1,true", "abcd,abxcd,1,true",
        "abcd,badc,1,false", "abcd,badc,2,true", "'',ab,1,false", "'',a,1,true", "abcdef,abc,2,false"
    })
    void typing_errors(String a, String b, int limit, boolean within) {
        assertEquals(within, EditDistance.within(a, b, limit));
        assertEquals(within, EditDistance.within(b, a, limit));
    }

    /** ASCII has a way of its own, which a letter beyond it switches off. */
    @Test
    void ascii_has_the_same_words_as_any_text() {
        Random random = new Random(7);
        String characters = "abZ09+# .,-'\t\n\u000b\u001c\u001f\u007f";
        for (int round = 0; round < 20_000; round++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(14); i > 0; i--) {
                text.append(characters.charAt(random.nextInt(characters.length())));
            }
            List<String> words = new ArrayList<>(Names.words("\u00e9 " + text));
            assertEquals("\u00e9", words.removeFirst());
            assertEquals(words, Names.words(text.toString()), () -> "words of " + text);
            assertEquals(
                    Normaliser.normalise("\u00e9" + text),
                    ("\u00e9" + Normaliser.normalise("a" + text).substring(1)),
                    () -> "normalised: " + text);
        }
    }
}
