package io.oxgraph.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where a text may be cut. */
class MarksTest {
    @ParameterizedTest
    @CsvSource({"abc, 1 2", "e\u0301a, 2", "ก้าว, 2 3", "😀x, 2", "👩\u200d💻x, 5", "a\u20ddb, 2"})
    void whole_characters(String text, String cuts) {
        List<Integer> found = IntStream.range(1, text.length())
                .filter(i -> !Marks.isWithinCharacter(text, i))
                .boxed()
                .toList();
        assertEquals(cuts, String.join(" ", found.stream().map(String::valueOf).toList()));
    }
}
