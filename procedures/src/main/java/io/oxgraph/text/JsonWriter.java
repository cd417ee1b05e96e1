package io.oxgraph.text;

import java.lang.reflect.Array;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Collection;
import java.util.Map;

/**
 * Writes values as JSON: times in UTC as ISO 8601, lists as arrays, NaN and infinities as null, other types (durations,
 * points) as text. A map's null values are left out. Unpaired surrogates become U+FFFD. Not thread-safe.
 */
public final class JsonWriter {
    private static final char[] HEX = "0123456789abcdef".toCharArray();
    private static final char REPLACEMENT = '\ufffd';
    private static final int FIRST_PLAIN = 0x20;

    private final StringBuilder out = new StringBuilder();
    private final boolean keepsNul;
    private final boolean keepsEmpty;

    private JsonWriter(boolean keepsNul, boolean keepsEmpty) {
        this.keepsNul = keepsNul;
        this.keepsEmpty = keepsEmpty;
    }

    /** Writes U+0000 as it is, and leaves out a map's empty lists and maps too. */
    public static JsonWriter forClients() {
        return new JsonWriter(true, false);
    }

    /** Writes U+FFFD for U+0000, which PostgreSQL refuses. */
    public static JsonWriter forPostgres() {
        return new JsonWriter(false, true);
    }

    /** The JSON of a value. */
    public String of(Object value) {
        out.setLength(0);
        value(value);
        return out.toString();
    }

    private void value(Object value) {
        switch (value) {
            case null -> out.append("null");
            case String text -> text(text);
            case Double number -> number(number);
            case Float number -> number(number);
            case Number number -> out.append(number);
            case Boolean truth -> out.append(truth.booleanValue());
            case ZonedDateTime time -> time(time);
            case Map<?, ?> map -> object(map);
            case Collection<?> items -> list(items);
            case Object other when other.getClass().isArray() -> array(other);
            default -> text(value.toString());
        }
    }

    private void number(double number) {
        if (Double.isFinite(number)) {
            out.append(number);
        } else {
            out.append("null");
        }
    }

    private void object(Map<?, ?> map) {
        char before = '{';
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (entry.getValue() != null && (keepsEmpty || !isEmpty(entry.getValue()))) {
                out.append(before);
                text((String) entry.getKey());
                out.append(':');
                value(entry.getValue());
                before = ',';
            }
        }
        out.append(before == '{' ? "{}" : "}");
    }

    private static boolean isEmpty(Object value) {
        return (value instanceof Collection<?> items && items.isEmpty())
                || (value instanceof Map<?, ?> map && map.isEmpty());
    }

    private void list(Collection<?> items) {
        char before = '[';
        for (Object item : items) {
            out.append(before);
            value(item);
            before = ',';
        }
        out.append(before == '[' ? "[]" : "]");
    }

    private void array(Object array) {
        out.append('[');
        for (int i = 0; i < Array.getLength(array); i++) {
            if (i > 0) {
                out.append(',');
            }
            value(Array.get(array, i));
        }
        out.append(']');
    }

    /** ISO 8601, always with seconds. */
    private void time(ZonedDateTime time) {
        LocalDateTime utc = time.getOffset().equals(ZoneOffset.UTC)
                ? time.toLocalDateTime()
                : time.withZoneSameInstant(ZoneOffset.UTC).toLocalDateTime();
        out.append('"').append(utc);
        if (utc.getSecond() == 0 && utc.getNano() == 0) {
            out.append(":00");
        }
        out.append("Z\"");
    }

    private void text(String text) {
        out.append('"');
        int length = text.length();
        int plain = 0;
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c < FIRST_PLAIN || c == '"' || c == '\\' || Character.isSurrogate(c)) {
                out.append(text, plain, i);
                i += special(text, i, c);
                plain = i + 1;
            }
        }
        // The whole text is copied at once, a part of it character by character.
        (plain == 0 ? out.append(text) : out.append(text, plain, length)).append('"');
    }

    /** Writes an escaped or replaced character; returns the number of further characters consumed. */
    private int special(String text, int at, char c) {
        if (c == '"' || c == '\\') {
            out.append('\\').append(c);
        } else if (Character.isHighSurrogate(c)
                && at + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(at + 1))) {
            out.append(c).append(text.charAt(at + 1));
            return 1;
        } else if (c >= FIRST_PLAIN || (c == 0 && !keepsNul)) {
            out.append(REPLACEMENT);
        } else {
            out.append("\\u00").append(HEX[c >> 4]).append(HEX[c & 15]);
        }
        return 0;
    }
}
