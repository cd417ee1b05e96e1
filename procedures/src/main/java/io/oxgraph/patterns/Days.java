package io.oxgraph.patterns;

import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;

/** UTC days. */
final class Days {
    private static final double SECONDS_A_DAY = 86_400;

    private Days() {}

    /** Days since 1970. */
    static long of(ZonedDateTime time) {
        return time.withZoneSameInstant(ZoneOffset.UTC).toLocalDate().toEpochDay();
    }

    static ZonedDateTime start(long day) {
        return LocalDate.ofEpochDay(day).atStartOfDay(ZoneOffset.UTC);
    }

    static ZonedDateTime after(ZonedDateTime time, double days) {
        return time.plus(Duration.ofSeconds(Math.round(days * SECONDS_A_DAY)));
    }
}
