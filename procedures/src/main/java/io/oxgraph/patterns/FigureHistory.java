package io.oxgraph.patterns;

import io.oxgraph.patterns.DayWindow.Days;
import io.oxgraph.patterns.FoldResult.Fields;
import io.oxgraph.patterns.PromotionRules.Verdict;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * What a key's figures were at the last instant of each UTC day on which it was judged as a pattern, for lists as of a
 * time. Stored as parallel lists.
 */
final class FigureHistory {
    /** Maximum number of days kept; the oldest are dropped, so that a fold's cost does not grow with the history. */
    static final int MAX_DAYS = 400;

    private static final long MICROS_A_DAY = 86_400_000_000L;

    private final Deque<Figures> days = new ArrayDeque<>();

    /**
     * The figures at one instant.
     *
     * @param counts by the names of COUNTS; times are microseconds since 1970
     * @param next the action type that worked next; '' for none
     */
    record Figures(Map<String, Long> counts, double lift, String next) {
        private static final String INSTANTS = "figure_instants";
        private static final List<String> COUNTS = List.of(
                INSTANTS,
                "figure_sequences",
                "figure_actions",
                "figure_totals",
                "figure_last_seen",
                "figure_others",
                "figure_other_failures",
                "figure_next_counts",
                "figure_next_totals");
        private static final String LIFT = "figure_lift";
        private static final String NEXT = "figure_next";

        /** @param figures of the comparison; without other_count, other_failures and lift for a plain key */
        static Figures of(ZonedDateTime instant, DayWindow window, ZonedDateTime lastSeen, Verdict figures) {
            Map<String, Long> counts = new HashMap<>();
            Fields compared = new Fields(Map.copyOf(figures.figures()));
            counts.put(INSTANTS, micros(instant));
            counts.put("figure_sequences", window.sum(DayWindow.SEQUENCES));
            counts.put("figure_actions", window.sum(DayWindow.ACTIONS));
            counts.put("figure_totals", figures.total());
            counts.put("figure_last_seen", micros(lastSeen));
            counts.put("figure_others", Math.round(compared.number("other_count", 0)));
            counts.put("figure_other_failures", Math.round(compared.number("other_failures", 0)));
            return new Figures(counts, compared.number("lift", 0), "");
        }

        /** The same with what worked next. */
        Figures then(Recoveries.Best best) {
            Map<String, Long> all = new HashMap<>(counts);
            all.put("figure_next_counts", best.count() == null ? 0 : best.count());
            all.put("figure_next_totals", best.total());
            return new Figures(all, lift, best.actionType() == null ? "" : best.actionType());
        }

        private static Figures at(int index, Map<String, List<Long>> counts, List<Double> lifts, List<String> next) {
            Map<String, Long> own = new HashMap<>();
            counts.forEach((name, column) -> own.put(name, column.get(index)));
            return new Figures(own, lifts.get(index), next.get(index));
        }

        private static long micros(ZonedDateTime time) {
            return ChronoUnit.MICROS.between(Days.start(0), time);
        }

        private long day() {
            return Math.floorDiv(counts.get(INSTANTS), MICROS_A_DAY);
        }
    }

    /** Reads what is stored on a key. */
    static FigureHistory of(Fields stored) {
        FigureHistory history = new FigureHistory();
        Map<String, List<Long>> counts = new HashMap<>();
        Figures.COUNTS.forEach(name -> counts.put(name, stored.list(name)));
        List<Double> lifts = stored.list(Figures.LIFT);
        List<String> next = stored.list(Figures.NEXT);
        for (int i = 0; i < lifts.size(); i++) {
            history.days.addLast(Figures.at(i, counts, lifts, next));
        }
        return history;
    }

    /** Records the figures in place of the day's earlier ones. */
    void record(Figures figures) {
        if (!days.isEmpty() && days.getLast().day() == figures.day()) {
            days.removeLast();
        }
        days.addLast(figures);
        if (days.size() > MAX_DAYS) {
            days.removeFirst();
        }
    }

    /** Adds the parallel lists to a node's properties; of an empty history nulls, which take away what a refold found. */
    void store(Map<String, Object> properties) {
        Figures.COUNTS.forEach(
                name -> properties.put(name, column(one -> one.counts().get(name))));
        properties.put(Figures.LIFT, column(Figures::lift));
        properties.put(Figures.NEXT, column(Figures::next));
    }

    private <T> List<T> column(Function<Figures, T> value) {
        return days.isEmpty() ? null : days.stream().map(value).toList();
    }
}
