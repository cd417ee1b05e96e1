package io.oxgraph.time;

import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;

/** Valid time of memories. */
public final class Validity {
    /** End of an open interval, since index filters support ranges but not nulls. */
    public static final ZonedDateTime OPEN = ZonedDateTime.of(9999, 12, 31, 0, 0, 0, 0, ZoneOffset.UTC);

    /** How long before its end a memory is taken to hold of which only the end is known. */
    public static final Duration MOMENT = Duration.ofNanos(1_000);

    private Validity() {}

    /**
     * The end of validity as recorded at a time (bitemporal).
     *
     * @param history successive ends
     * @param knownAts recorded time of each end
     * @return null when nothing was known yet
     */
    public static ZonedDateTime validToAt(
            List<ZonedDateTime> history, List<ZonedDateTime> knownAts, ZonedDateTime known) {
        for (int i = Math.min(history.size(), knownAts.size()) - 1; i >= 0; i--) {
            if (!knownAts.get(i).isAfter(known)) {
                return history.get(i);
            }
        }
        return null;
    }

    public static ZonedDateTime later(ZonedDateTime a, ZonedDateTime b) {
        return a.isBefore(b) ? b : a;
    }

    public static ZonedDateTime earlier(ZonedDateTime a, ZonedDateTime b) {
        return a.isAfter(b) ? b : a;
    }
}
