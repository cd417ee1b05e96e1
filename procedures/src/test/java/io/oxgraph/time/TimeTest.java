package io.oxgraph.time;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeTest {
    private static final ZonedDateTime NOW = ZonedDateTime.of(2026, 3, 1, 0, 0, 0, 0, ZoneOffset.UTC);

    @ParameterizedTest
    @CsvSource({"0, 0, 1", "180, 0, 0.5", "90, 1, 0.8485281374238569", "0, 100, 3", "-5, 0, 1"})
    void freshness(long days, long count, double expected) {
        assertEquals(expected, Decay.freshness(NOW.minusDays(days), 180, count, NOW), 1e-12);
    }

    @ParameterizedTest
    @CsvSource({
        "P30D, 1",
        "P30DT0.001S, 0.9",
        "P37D, 0.9",
        "P37DT0.001S, 0.81",
        "P44D, 0.81",
        "PT0S, 1",
        "P365D, 0.006362685441135944"
    })
    void decay_by_weeks_begun(Duration unseen, double expected) {
        assertEquals(expected, Decay.decay(1, NOW.minus(unseen), NOW, 30, 0.9), 1e-12);
    }

    @Test
    void a_gap_is_measured_from_the_latest_end_before() {
        List<ZonedDateTime> starts = List.of(NOW, NOW.plusMinutes(1), NOW.plusMinutes(14), NOW.plusMinutes(20));
        List<ZonedDateTime> ends = Arrays.asList(NOW.plusMinutes(9), NOW.plusMinutes(2), null, null);
        assertEquals(List.of(0L, 0L, 0L, 1L), SequenceNumbers.of(starts, ends, 300));
    }

    @Test
    void the_gap_itself_does_not_cut() {
        List<ZonedDateTime> starts =
                List.of(NOW, NOW.plusSeconds(300), NOW.plusSeconds(600).plusNanos(1));
        assertEquals(List.of(0L, 0L, 1L), SequenceNumbers.of(starts, starts, 300));
    }
}
