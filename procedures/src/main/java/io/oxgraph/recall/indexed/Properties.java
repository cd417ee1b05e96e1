package io.oxgraph.recall.indexed;

import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Typed properties of a node that was read. */
record Properties(Map<String, Object> map) {
    String text(String key) {
        return map.get(key) instanceof String text ? text : "";
    }

    double number(String key, double otherwise) {
        return map.get(key) instanceof Number number ? number.doubleValue() : otherwise;
    }

    Instant time(String key, Instant otherwise) {
        return map.get(key) instanceof ZonedDateTime time ? time.toInstant() : otherwise;
    }

    List<String> texts(String key) {
        return map.get(key) instanceof String[] texts ? Arrays.asList(texts) : List.of();
    }

    List<ZonedDateTime> times(String key) {
        return map.get(key) instanceof ZonedDateTime[] times ? Arrays.asList(times) : List.of();
    }
}
