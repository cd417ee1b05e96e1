package io.oxgraph.recall;

import java.time.Duration;
import java.time.Instant;

/** A stretch of time, from included, to excluded. */
public record Window(Instant from, Instant to) {
    private static final double SHORTEST = Duration.ofDays(1).toSeconds();

    /**
     * How near something is: 1 where it begins within; where it began before and still holds then, 1 / (1 + how long
     * before, in lengths of the window, a day at least); 0 otherwise.
     *
     * @param moment whether it has no duration, as an event
     */
    public double nearness(Instant validFrom, Instant validTo, boolean moment) {
        if (!validFrom.isBefore(to) || !validTo.isAfter(from)) {
            return 0;
        }
        if (!validFrom.isBefore(from)) {
            return 1;
        }
        return moment ? 0 : 1 / (1 + seconds(validFrom, from) / Math.max(SHORTEST, seconds(from, to)));
    }

    private static double seconds(Instant from, Instant to) {
        return Duration.between(from, to).toSeconds();
    }
}
