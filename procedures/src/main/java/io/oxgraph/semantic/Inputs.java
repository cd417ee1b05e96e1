package io.oxgraph.semantic;

import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.stream.Collectors;

/** What a rule decided by, as JSON text. */
final class Inputs {
    private Inputs() {}

    static String json(Map<String, Object> inputs) {
        return inputs.entrySet().stream()
                .map(entry -> quoted(entry.getKey()) + ":" + value(entry.getValue()))
                .collect(Collectors.joining(",", "{", "}"));
    }

    private static String value(Object value) {
        if (value instanceof ZonedDateTime time) {
            return quoted(DateTimeFormatter.ISO_INSTANT.format(time));
        }
        return value instanceof Number || value instanceof Boolean || value == null
                ? String.valueOf(value)
                : quoted(String.valueOf(value));
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
