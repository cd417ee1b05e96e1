package io.oxgraph.time;

import java.time.Duration;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;

/** Splits a session's actions into sequences at pauses longer than a gap. */
public final class SequenceNumbers {
    private static final double NANOS = 1e9;

    private SequenceNumbers() {}

    /**
     * The sequence number of each action, from 0.
     *
     * @param starts in time order
     * @param ends of the same actions; null where an action has no end of its own
     */
    public static List<Long> of(List<ZonedDateTime> starts, List<ZonedDateTime> ends, double gapSeconds) {
        Duration gap = Duration.ofNanos(Math.round(gapSeconds * NANOS));
        List<Long> numbers = new ArrayList<>(starts.size());
        ZonedDateTime latestEnd = null;
        long number = 0;
        for (int i = 0; i < starts.size(); i++) {
            ZonedDateTime start = starts.get(i);
            if (latestEnd != null && Duration.between(latestEnd, start).compareTo(gap) > 0) {
                number++;
            }
            numbers.add(number);
            latestEnd = later(latestEnd, ends.get(i) == null ? start : ends.get(i));
        }
        return numbers;
    }

    private static ZonedDateTime later(ZonedDateTime a, ZonedDateTime b) {
        return a == null || b.isAfter(a) ? b : a;
    }
}
