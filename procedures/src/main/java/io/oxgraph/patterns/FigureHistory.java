package io.oxgraph.patterns;

import io.oxgraph.patterns.DayWindow.Days;
import io.oxgraph.patterns.FoldResult.Fields;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/** The figures of a key at the end of each UTC day on which it was judged as a pattern, for lists as of a day. */
final class FigureHistory {
    /** Maximum number of days kept; the oldest are dropped, so that a fold's cost does not grow with the history. */
    static final int MAX_DAYS = 400;

    private static final String DAYS = "figure_days";
    private static final String SEQUENCES = "figure_sequences";
    private static final String ACTIONS = "figure_actions";
    private static final String TOTALS = "figure_totals";
    private static final String LAST_SEEN = "figure_last_seen";
    private static final String OTHERS = "figure_others";
    private static final String OTHER_FAILURES = "figure_other_failures";
    private static final String LIFT = "figure_lift";
    private static final List<String> COUNTS = List.of(SEQUENCES, ACTIONS, TOTALS, LAST_SEEN, OTHERS, OTHER_FAILURES);

    private final Deque<Figures> days = new ArrayDeque<>();

    /**
     * The figures of one day.
     *
     * @param lastSeen microseconds since 1970
     * @param others actions in other situations; 0 of a plain key, as otherFailures and lift
     */
    record Figures(
            long day,
            long sequences,
            long actions,
            long total,
            long lastSeen,
            long others,
            long otherFailures,
            double lift) {
        static Figures of(
                ZonedDateTime instant, DayWindow window, ZonedDateTime lastSeen, PromotionRules.Verdict verdict) {
            Fields compared = new Fields(Map.copyOf(verdict.figures()));
            return new Figures(
                    Days.of(instant),
                    window.sum(DayWindow.SEQUENCES),
                    window.sum(DayWindow.ACTIONS),
                    verdict.total(),
                    ChronoUnit.MICROS.between(Days.start(0), lastSeen),
                    Math.round(compared.number("other_count", 0)),
                    Math.round(compared.number("other_failures", 0)),
                    compared.number("lift", 0));
        }
    }

    /** Reads the parallel lists stored on a key. */
    static FigureHistory of(Fields stored) {
        FigureHistory history = new FigureHistory();
        List<Long> numbers = stored.list(DAYS);
        List<List<Long>> counts = COUNTS.stream().map(stored::<Long>list).toList();
        List<Double> lifts = stored.list(LIFT);
        for (int i = 0; i < numbers.size(); i++) {
            history.days.addLast(new Figures(
                    numbers.get(i),
                    counts.get(0).get(i),
                    counts.get(1).get(i),
                    counts.get(2).get(i),
                    counts.get(3).get(i),
                    counts.get(4).get(i),
                    counts.get(5).get(i),
                    lifts.get(i)));
        }
        return history;
    }

    /** Records a day's figures in place of its earlier ones, and of later days', which a refold counts again. */
    void record(Figures figures) {
        while (!days.isEmpty() && days.getLast().day() >= figures.day()) {
            days.removeLast();
        }
        days.addLast(figures);
        if (days.size() > MAX_DAYS) {
            days.removeFirst();
        }
    }

    /** Adds the parallel lists to a node's properties; none for a key that was never a pattern. */
    void store(Map<String, Object> properties) {
        if (!days.isEmpty()) {
            properties.put(DAYS, days.stream().map(Figures::day).toList());
            properties.put(SEQUENCES, days.stream().map(Figures::sequences).toList());
            properties.put(ACTIONS, days.stream().map(Figures::actions).toList());
            properties.put(TOTALS, days.stream().map(Figures::total).toList());
            properties.put(LAST_SEEN, days.stream().map(Figures::lastSeen).toList());
            properties.put(OTHERS, days.stream().map(Figures::others).toList());
            properties.put(
                    OTHER_FAILURES, days.stream().map(Figures::otherFailures).toList());
            properties.put(LIFT, days.stream().map(Figures::lift).toList());
        }
    }
}
