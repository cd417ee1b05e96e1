package io.oxgraph.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FieldReaderTest {
    private static final ZonedDateTime NOW = ZonedDateTime.of(2026, 5, 1, 12, 0, 0, 0, ZoneOffset.UTC);

    @ParameterizedTest
    @ValueSource(strings = {"x", "山", "🚀"})
    void each_character_counts_once(String character) {
        String longest = character.repeat(200);
        assertEquals(longest, reader(longest).required("title", 200));
        Exception refused = assertThrows(
                RuntimeException.class, () -> reader(longest + character).required("title", 200));
        assertTrue(refused.getMessage().contains("is longer than 200 characters"));
    }

    private static FieldReader reader(String title) {
        return new FieldReader(Map.of("title", title), "", NOW);
    }
}
