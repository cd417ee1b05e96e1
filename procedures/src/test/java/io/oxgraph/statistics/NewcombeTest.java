package io.oxgraph.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.oxgraph.statistics.ConfidenceIntervals.Newcombe;
import io.oxgraph.statistics.ConfidenceIntervals.Wilson;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NewcombeTest {
    private static final double Z_95 = 1.959964;

    /** Newcombe 1998, table II, the column of method 11. */
    @ParameterizedTest
    @CsvSource({
        "56, 70, 48, 80, 0.0428, 0.3422",
        "9, 10, 3, 10, 0.1013, 0.8387",
        "6, 7, 2, 7, -0.0290, 0.8423",
        "5, 56, 0, 29, -0.0667, 0.2037",
        "0, 10, 0, 20, -0.2005, 0.3445",
        "0, 10, 0, 10, -0.3445, 0.3445",
        "10, 10, 0, 20, 0.6014, 1.0000",
        "10, 10, 0, 10, 0.5128, 1.0000",
    })
    void intervals_of_the_published_table(long a, long m, long b, long n, double low, double high) {
        List<Double> interval = Newcombe.interval(a, m, b, n, Z_95);
        assertEquals(low, interval.getFirst(), 5e-5);
        assertEquals(high, interval.getLast(), 5e-5);
    }

    /** Newcombe 1998, two-sided intervals for the single proportion, table I, the column of method 4. */
    @ParameterizedTest
    @CsvSource({"81, 263, 0.2535, 0.3682", "15, 148, 0.0598, 0.1644", "0, 20, 0, 0.2005", "1, 29, 0.0018, 0.1963"})
    void corrected_intervals_of_one_proportion(long successes, long trials, double low, double high) {
        List<Double> interval = Wilson.corrected(successes, trials, Z_95);
        assertEquals(low, interval.getFirst(), 5e-5);
        assertEquals(high, interval.getLast(), 5e-5);
    }
}
