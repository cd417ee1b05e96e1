package io.oxgraph.patterns;

import io.oxgraph.error.ErrorCode;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Reads a map as it comes from Cypher. */
record Fields(Map<String, Object> map) {
    long integer(String key) {
        return Math.round(number(key));
    }

    double number(String key) {
        if (map.get(key) instanceof Number number) {
            return number.doubleValue();
        }
        throw ErrorCode.INVALID_INPUT.with("field", key, "reason", "must be a number");
    }

    double number(String key, double otherwise) {
        return map.get(key) == null ? otherwise : number(key);
    }

    String text(String key) {
        return map.get(key) instanceof String text ? text : "";
    }

    ZonedDateTime time(String key) {
        return map.get(key) instanceof ZonedDateTime time ? time : null;
    }

    /** The list under the key; empty when there is none. Its elements are what the pass wrote there. */
    @SuppressWarnings("unchecked")
    <T> List<T> list(String key) {
        Object value = map.get(key);
        // A stored list arrives as an array.
        if (value instanceof Object[] array) {
            return (List<T>) Arrays.asList(array);
        }
        if (value instanceof long[] array) {
            return (List<T>) Arrays.stream(array).boxed().toList();
        }
        return value instanceof List<?> list ? (List<T>) list : List.of();
    }
}
