package io.oxgraph.situation;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The calibration record: estimates and their outcomes (prequential: each estimate was made before its outcome), by
 * day, in cells of similar estimates. Stored as parallel lists, from which old days are dropped without a recount. The
 * stored properties are named {@code ledger_*}.
 */
public final class CalibrationRecord {
    private static final double CELLS_A_LOGIT = 4;
    private static final List<String> LISTS =
            List.of("ledger_days", "ledger_cells", "ledger_actions", "ledger_failures", "ledger_plain", "ledger_shift");

    private final TreeMap<Long, TreeMap<String, Cell>> days = new TreeMap<>();

    /**
     * Cases with similar estimates.
     *
     * @param plain sum of their {@link Estimate#plain}
     * @param shift sum of their {@link Estimate#shift}
     */
    public record Cell(long actions, long failures, double plain, double shift) {
        Cell plus(Cell other) {
            return new Cell(
                    actions + other.actions, failures + other.failures, plain + other.plain, shift + other.shift);
        }
    }

    /** Reads the lists written by {@link #stored}; missing lists are empty. */
    public static CalibrationRecord of(Map<String, Object> properties) {
        CalibrationRecord ledger = new CalibrationRecord();
        List<Object> of = list(properties.get(LISTS.get(0)));
        List<Object> cells = list(properties.get(LISTS.get(1)));
        for (int i = 0; i < of.size(); i++) {
            Cell cell = new Cell(
                    number(properties, 2, i).longValue(),
                    number(properties, 3, i).longValue(),
                    number(properties, 4, i).doubleValue(),
                    number(properties, 5, i).doubleValue());
            ledger.add(((Number) of.get(i)).longValue(), (String) cells.get(i), cell);
        }
        return ledger;
    }

    /** Records the outcome of an estimated action. */
    public void add(long day, Estimate estimate, boolean failed) {
        String name = Math.round(estimate.plain() * CELLS_A_LOGIT) + ":" + Math.round(estimate.shift() * CELLS_A_LOGIT);
        add(day, name, new Cell(1, failed ? 1 : 0, estimate.plain(), estimate.shift()));
    }

    private void add(long day, String name, Cell cell) {
        days.computeIfAbsent(day, d -> new TreeMap<>()).merge(name, cell, Cell::plus);
    }

    /** Drops the days before {@code first}. */
    public void dropBefore(long first) {
        days.headMap(first).clear();
    }

    /** Sums the cells of several records over the days from {@code first} on. */
    public static Collection<Cell> cells(Collection<CalibrationRecord> ledgers, long first) {
        Map<String, Cell> sums = new TreeMap<>();
        ledgers.forEach(ledger -> ledger.days
                .tailMap(first, true)
                .values()
                .forEach(day -> day.forEach((name, cell) -> sums.merge(name, cell, Cell::plus))));
        return sums.values();
    }

    /** The node properties, as lists. */
    public Map<String, Object> stored() {
        Map<String, Object> lists = new HashMap<>();
        LISTS.forEach(name -> lists.put(name, new ArrayList<>()));
        days.forEach((day, cells) -> cells.forEach((name, cell) -> {
            List<Object> row = List.of(day, name, cell.actions, cell.failures, cell.plain, cell.shift);
            for (int i = 0; i < row.size(); i++) {
                list(lists.get(LISTS.get(i))).add(row.get(i));
            }
        }));
        return lists;
    }

    private static Number number(Map<String, Object> properties, int list, int index) {
        return (Number) list(properties.get(LISTS.get(list))).get(index);
    }

    /** A stored list of any form; an empty one comes from the graph without the type of its elements. */
    @SuppressWarnings("unchecked")
    static List<Object> list(Object value) {
        if (value == null) {
            return List.of();
        }
        if (value instanceof long[] numbers) {
            List<Object> boxed = new ArrayList<>(numbers.length);
            for (long number : numbers) {
                boxed.add(number);
            }
            return boxed;
        }
        if (value instanceof double[] numbers) {
            List<Object> boxed = new ArrayList<>(numbers.length);
            for (double number : numbers) {
                boxed.add(number);
            }
            return boxed;
        }
        return value instanceof Object[] array ? List.of(array) : (List<Object>) value;
    }
}
