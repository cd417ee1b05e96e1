package io.oxgraph.patterns;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.ToLongFunction;

/** Counts of sequences and actions by UTC day, and their sums over the days that are still held. */
final class Window {
    private final Deque<Day> days = new ArrayDeque<>();
    private long sequences;
    private long actions;

    private record Day(long day, long sequences, long actions) {}

    /** From the parallel lists in which the graph keeps it. */
    static Window of(List<Long> days, List<Long> sequences, List<Long> actions) {
        Window window = new Window();
        for (int i = 0; i < days.size(); i++) {
            window.add(days.get(i), sequences.isEmpty() ? 0 : sequences.get(i), actions.get(i));
        }
        return window;
    }

    /** Days must not go back. */
    void add(long day, long moreSequences, long moreActions) {
        Day last = days.peekLast();
        boolean same = last != null && last.day == day;
        if (same) {
            days.removeLast();
        }
        days.addLast(
                new Day(day, (same ? last.sequences : 0) + moreSequences, (same ? last.actions : 0) + moreActions));
        sequences += moreSequences;
        actions += moreActions;
    }

    /** Lets go of the days before {@code first}. */
    void dropBefore(long first) {
        while (!days.isEmpty() && days.peekFirst().day < first) {
            Day dropped = days.removeFirst();
            sequences -= dropped.sequences;
            actions -= dropped.actions;
        }
    }

    long sequences() {
        return sequences;
    }

    long actions() {
        return actions;
    }

    List<Long> days() {
        return list(Day::day);
    }

    List<Long> daySequences() {
        return list(Day::sequences);
    }

    List<Long> dayActions() {
        return list(Day::actions);
    }

    private List<Long> list(ToLongFunction<Day> part) {
        List<Long> values = new ArrayList<>(days.size());
        days.forEach(day -> values.add(part.applyAsLong(day)));
        return values;
    }
}
