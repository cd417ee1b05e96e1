package io.oxgraph.patterns;

import java.util.Map;
import java.util.stream.Collectors;

/** Writes a flat map of numbers as JSON text. */
final class Json {
    private Json() {}

    static String of(Map<String, ? extends Number> numbers) {
        return numbers.entrySet().stream()
                .map(entry -> "\"" + entry.getKey() + "\":" + entry.getValue())
                .collect(Collectors.joining(",", "{", "}"));
    }
}
