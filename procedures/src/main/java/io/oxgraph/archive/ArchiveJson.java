package io.oxgraph.archive;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAmount;
import java.util.Base64;
import java.util.Map;
import org.neo4j.graphdb.spatial.Point;

/**
 * Writes values as JSON without loss. What JSON has no type for, and the tables do not name, is an object with one key
 * that begins with $, such as {@code {"$time": "2025-01-20T00:00:00Z"}}. Equal values give equal texts. Not thread-safe.
 */
final class ArchiveJson {
    private static final char[] HEX = "0123456789abcdef".toCharArray();
    private static final int FIRST_PLAIN = 0x20;

    private final StringBuilder out = new StringBuilder();

    /** Stands for the id of the workspace itself. */
    enum Own {
        WORKSPACE
    }

    /** Begins anew. */
    ArchiveJson clear() {
        out.setLength(0);
        return this;
    }

    ArchiveJson raw(String text) {
        out.append(text);
        return this;
    }

    /** Writes a key, with a comma before it when it is not the first of its object. */
    ArchiveJson key(String key) {
        if (out.charAt(out.length() - 1) != '{') {
            out.append(',');
        }
        text(key);
        out.append(':');
        return this;
    }

    String end() {
        return out.toString();
    }

    /** @param type of the property by the tables; null where they do not name it */
    ArchiveJson value(Object value, String type) {
        switch (value) {
            case String text -> text(text);
            case Own own -> tagged(false, "workspace", "");
            case Boolean truth -> out.append(truth.booleanValue());
            case Number number -> number(number);
            case ZonedDateTime time -> tagged("time".equals(type), "time", time(time));
            case LocalDate day -> tagged("day".equals(type), "date", day.toString());
            case Object other when other.getClass().isArray() -> array(other, type);
            default -> exotic(value);
        }
        return this;
    }

    private void exotic(Object value) {
        switch (value) {
            case LocalDateTime time -> tagged(false, "local_datetime", time.toString());
            case LocalTime time -> tagged(false, "local_time", time.toString());
            case OffsetTime time -> tagged(false, "offset_time", time.toString());
            case TemporalAmount duration -> tagged(false, "duration", duration.toString());
            case Point point -> point(point);
            default -> throw new IllegalStateException("no JSON for " + value.getClass());
        }
    }

    private void tagged(boolean plain, String tag, String value) {
        if (plain) {
            text(value);
        } else {
            out.append("{\"$").append(tag).append("\":");
            text(value);
            out.append('}');
        }
    }

    private void number(Number number) {
        double value = number.doubleValue();
        if (Double.isFinite(value)) {
            out.append(number);
        } else {
            tagged(false, "number", number.toString());
        }
    }

    private void point(Point point) {
        double[] coordinates = point.getCoordinate().getCoordinate();
        out.append("{\"$point\":{\"srid\":").append(point.getCRS().getCode());
        String[] names = {"x", "y", "z"};
        for (int i = 0; i < coordinates.length; i++) {
            out.append(",\"").append(names[i]).append("\":");
            number(coordinates[i]);
        }
        out.append("}}");
    }

    private void array(Object array, String type) {
        switch (array) {
            case byte[] bytes -> tagged(false, "bytes", Base64.getEncoder().encodeToString(bytes));
            case float[] floats when "vector".equals(type) -> vector(floats, "float");
            case double[] doubles when "vector".equals(type) -> vector(doubles);
            case ZonedDateTime[] times when "times".equals(type) -> items(times, "time");
            default -> items(array, null);
        }
    }

    /** Each item says its type, but for times of a list of times. */
    private void items(Object array, String type) {
        out.append('[');
        for (int i = 0; i < Array.getLength(array); i++) {
            if (i > 0) {
                out.append(',');
            }
            value(Array.get(array, i), type);
        }
        out.append(']');
    }

    /** Numbers that a float can hold need half the room. */
    private void vector(double[] numbers) {
        float[] floats = new float[numbers.length];
        for (int i = 0; i < numbers.length; i++) {
            floats[i] = (float) numbers[i];
            if (Double.compare(floats[i], numbers[i]) != 0) {
                items(numbers, null);
                return;
            }
        }
        vector(floats, "double");
    }

    private void vector(float[] numbers, String stored) {
        ByteBuffer bytes = ByteBuffer.allocate(numbers.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asFloatBuffer().put(numbers);
        tagged(false, stored + "s", Base64.getEncoder().encodeToString(bytes.array()));
    }

    private static String time(ZonedDateTime time) {
        return time.getZone().equals(ZoneOffset.UTC)
                ? DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(time)
                : DateTimeFormatter.ISO_ZONED_DATE_TIME.format(time);
    }

    private void text(String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < FIRST_PLAIN || isLone(text, i)) {
                out.append("\\u").append(HEX[c >> 12]).append(HEX[c >> 8 & 15]);
                out.append(HEX[c >> 4 & 15]).append(HEX[c & 15]);
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }

    /** Whether half a character stands alone there. */
    private static boolean isLone(String text, int at) {
        char c = text.charAt(at);
        if (Character.isHighSurrogate(c)) {
            return at + 1 == text.length() || !Character.isLowSurrogate(text.charAt(at + 1));
        }
        return Character.isLowSurrogate(c) && (at == 0 || !Character.isHighSurrogate(text.charAt(at - 1)));
    }

    /** Writes an object with the properties in the order of their names. */
    ArchiveJson properties(Map<String, Object> properties, String kind) {
        out.append('{');
        properties.forEach((name, value) -> key(name).value(value, ArchiveKinds.type(kind, name)));
        out.append('}');
        return this;
    }
}
