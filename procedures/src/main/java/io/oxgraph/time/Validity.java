package io.oxgraph.time;

import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;

/** When memories hold in the world. */
public final class Validity {
    /** Stands where no end is known: in-index filters know ranges, not nulls. */
    public static final ZonedDateTime OPEN = ZonedDateTime.of(9999, 12, 31, 0, 0, 0, 0, ZoneOffset.UTC);

    private Validity() {}

    /**
     * The end of a memory as it was known at a time.
     *
     * @param history the ends that were known, in turn
     * @param knownAts since when each was
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
