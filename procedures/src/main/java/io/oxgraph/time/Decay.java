package io.oxgraph.time;

import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.stream.IntStream;

/** Ageing of memories (freshness) and weekly decay of patterns' confidence. */
public final class Decay {
    private static final double SECONDS_A_DAY = 86_400;
    private static final double DAYS_A_WEEK = 7;
    private static final double ACCESS_BOOST = 1.2;
    private static final double MAX_BOOST = 3;

    /** 1.2^count while it is below 3: powers take most of the time of weighing a thousand memories. */
    private static final double[] BOOSTS = IntStream.iterate(0, count -> count + 1)
            .mapToDouble(count -> Math.pow(ACCESS_BOOST, count))
            .takeWhile(boost -> boost < MAX_BOOST)
            .toArray();

    private Decay() {}

    /**
     * Freshness of a memory: 2^(−days since last access / half-life) × min(3, 1.2^access_count); a future access
     * counts as now.
     */
    public static double freshness(ZonedDateTime lastAccessed, double halfLifeDays, long count, ZonedDateTime now) {
        return freshness(lastAccessed.toInstant(), halfLifeDays, count, now.toInstant());
    }

    /** The same in times without a zone. */
    public static double freshness(Instant lastAccessed, double halfLifeDays, long count, Instant now) {
        double days = Math.max(0, days(lastAccessed, now));
        return Math.pow(2, -days / halfLifeDays) * boost(count);
    }

    private static double boost(long count) {
        return count < BOOSTS.length ? BOOSTS[(int) Math.max(0, count)] : MAX_BOOST;
    }

    /**
     * Weekly decay of a pattern: confidence × factor for each week begun after {@code afterDays} days without
     * reinforcement.
     */
    public static double decay(
            double confidence, ZonedDateTime lastSeen, ZonedDateTime now, double afterDays, double factor) {
        double beyond = days(lastSeen, now) - afterDays;
        return beyond <= 0 ? confidence : confidence * Math.pow(factor, Math.ceil(beyond / DAYS_A_WEEK));
    }

    /** Days between two times, with fraction. */
    public static double days(ZonedDateTime from, ZonedDateTime to) {
        return days(from.toInstant(), to.toInstant());
    }

    private static double days(Instant from, Instant to) {
        Duration span = Duration.between(from, to);
        return (span.getSeconds() + span.getNano() / 1e9) / SECONDS_A_DAY;
    }
}
