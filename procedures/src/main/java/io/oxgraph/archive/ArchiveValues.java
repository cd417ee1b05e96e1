package io.oxgraph.archive;

import io.oxgraph.graph.Statements;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.neo4j.graphdb.QueryExecutionException;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;

/** Reads the values that {@link ArchiveJson} writes. Throws IllegalArgumentException with the reason for others. */
final class ArchiveValues {
    private final Transaction tx;
    private final String workspaceId;

    ArchiveValues(Transaction tx, String workspaceId) {
        this.tx = tx;
        this.workspaceId = workspaceId;
    }

    /** @param type of the property by the tables; null where they do not name it */
    Object of(Object value, String type) {
        try {
            return switch (value) {
                case String text when "time".equals(type) -> ZonedDateTime.parse(text);
                case String text when "day".equals(type) -> LocalDate.parse(text);
                case String text -> text;
                case Long number -> number;
                case Double number -> number;
                case Boolean truth -> truth;
                case List<?> items -> list(items, type);
                case Map<?, ?> tagged
                when tagged.size() == 1 -> tagged(tagged.entrySet().iterator().next());
                case null, default -> throw new IllegalArgumentException("is no value of a property");
            };
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("is not a time", e);
        }
    }

    private Object tagged(Map.Entry<?, ?> entry) {
        Object value = entry.getValue();
        String tag = String.valueOf(entry.getKey());
        return switch (tag) {
            case "$workspace" -> workspaceId;
            case "$time" -> ZonedDateTime.parse(text(value));
            case "$date" -> LocalDate.parse(text(value));
            case "$number" -> Double.valueOf(text(value));
            case "$bytes" -> Base64.getDecoder().decode(text(value));
            case "$floats" -> floats(text(value));
            case "$doubles" -> doubles(floats(text(value)));
            case "$duration", "$local_datetime", "$local_time", "$offset_time", "$point" -> exotic(tag, value);
            default -> throw new IllegalArgumentException("has a value of the unknown type " + tag);
        };
    }

    private static String text(Object value) {
        if (value instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException("is not a text");
    }

    private Object exotic(String tag, Object value) {
        String statement = Statements.get("archive/" + tag.substring(1));
        try (Result rows = tx.execute(statement, Map.of("value", value))) {
            return rows.next().get("value");
        } catch (QueryExecutionException e) {
            throw new IllegalArgumentException("is not a " + tag.substring(1), e);
        }
    }

    private static float[] floats(String base64) {
        byte[] bytes = Base64.getDecoder().decode(base64);
        if (bytes.length % Float.BYTES != 0) {
            throw new IllegalArgumentException("is not a vector");
        }
        float[] numbers = new float[bytes.length / Float.BYTES];
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(numbers);
        return numbers;
    }

    private static double[] doubles(float[] floats) {
        double[] numbers = new double[floats.length];
        for (int i = 0; i < floats.length; i++) {
            numbers[i] = floats[i];
        }
        return numbers;
    }

    /** An array of the type that its items have; of an empty one the table's. */
    private Object list(List<?> items, String type) {
        if (items.isEmpty()) {
            return empty(type);
        }
        List<Object> values = items.stream()
                .map(item -> of(item, "times".equals(type) ? "time" : null))
                .toList();
        Object first = values.getFirst();
        Object array = java.lang.reflect.Array.newInstance(component(first), values.size());
        for (int i = 0; i < values.size(); i++) {
            Object value = values.get(i);
            if (value == null || !component(value).equals(component(first))) {
                throw new IllegalArgumentException("is a list of different types");
            }
            java.lang.reflect.Array.set(array, i, value);
        }
        return array;
    }

    private static Class<?> component(Object value) {
        return switch (value) {
            case Long number -> long.class;
            case Double number -> double.class;
            case Boolean truth -> boolean.class;
            default -> value.getClass();
        };
    }

    private static Object empty(String type) {
        return switch (type) {
            case "integers" -> new long[0];
            case "numbers" -> new double[0];
            case "times" -> new ZonedDateTime[0];
            case null, default -> new String[0];
        };
    }
}
