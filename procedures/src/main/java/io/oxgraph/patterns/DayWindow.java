package io.oxgraph.patterns;

import io.oxgraph.patterns.FoldResult.Fields;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/** A sliding window of counts by UTC day, with their sums. */
final class DayWindow {
    static final String SEQUENCES = "day_sequences";
    static final String ACTIONS = "day_actions";
    static final String FAILURES = "day_failures";
    static final String TARGETED_FAILURES = "day_targeted_failures";
    static final String TOTALS = "day_totals";
    static final String TOTAL_SEQUENCES = "day_total_sequences";
    private static final String DAYS = "days";

    private final List<String> lists;
    private final Deque<Day> days = new ArrayDeque<>();
    private final long[] sums;

    private static final class Day {
        private final long number;
        private final long[] counts;

        Day(long number, int lists) {
            this.number = number;
            this.counts = new long[lists];
        }
    }

    private DayWindow(List<String> lists) {
        this.lists = lists;
        this.sums = new long[lists.size()];
    }

    /** Reads the parallel lists stored on a node; a missing list counts zeros. */
    static DayWindow of(Fields stored, List<String> lists) {
        DayWindow window = new DayWindow(lists);
        List<Long> days = stored.list(DAYS);
        List<List<Long>> columns = window.lists.stream().map(stored::<Long>list).toList();
        for (int i = 0; i < days.size(); i++) {
            long[] counts = new long[lists.size()];
            for (int list = 0; list < lists.size(); list++) {
                counts[list] = i < columns.get(list).size() ? columns.get(list).get(i) : 0;
            }
            window.add(days.get(i), counts);
        }
        return window;
    }

    /** Adds counts to a day, in list order. Days must not decrease. */
    void add(long day, long... more) {
        if (days.isEmpty() || days.getLast().number != day) {
            days.addLast(new Day(day, lists.size()));
        }
        long[] counts = days.getLast().counts;
        for (int list = 0; list < more.length; list++) {
            counts[list] += more[list];
            sums[list] += more[list];
        }
    }

    /** Drops the days before {@code first}; returns whether there were any. */
    boolean dropBefore(long first) {
        boolean dropped = false;
        while (!days.isEmpty() && days.getFirst().number < first) {
            long[] counts = days.removeFirst().counts;
            for (int list = 0; list < counts.length; list++) {
                sums[list] -= counts[list];
            }
            dropped = true;
        }
        return dropped;
    }

    boolean isEmpty() {
        return days.isEmpty();
    }

    /** The last counted day. */
    long lastDay() {
        return days.getLast().number;
    }

    long sum(String list) {
        return sums[lists.indexOf(list)];
    }

    /** Adds the parallel lists to a node's properties. */
    void store(Map<String, Object> properties) {
        properties.put(DAYS, days.stream().map(day -> day.number).toList());
        for (String list : lists) {
            List<Long> column = new ArrayList<>(days.size());
            days.forEach(day -> column.add(day.counts[lists.indexOf(list)]));
            properties.put(list, column);
        }
    }

    /** UTC days. */
    static final class Days {
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
}
