package io.oxgraph.table;

import java.util.Map;
import java.util.stream.Collectors;

/** Limits of everything that is accepted: {@code tables/limits.tsv}. */
public final class Limits {
    private static final Map<String, Long> VALUES = Table.read("limits").stream()
            .collect(Collectors.toUnmodifiableMap(row -> row.get("name"), row -> Long.valueOf(row.get("value"))));

    private Limits() {}

    /**
     * A limit that fits an int.
     *
     * @param name such as {@code content}
     */
    public static int of(String name) {
        return Math.toIntExact(large(name));
    }

    /** An upper bound as a table names it: a number, or the name of a limit. */
    public static long parse(String bound) {
        return Character.isDigit(bound.charAt(0)) ? Long.parseLong(bound) : large(bound);
    }

    /** A limit of any size. */
    public static long large(String name) {
        Long value = VALUES.get(name);
        if (value == null) {
            throw new IllegalStateException("limits.tsv has no " + name);
        }
        return value;
    }
}
