package io.oxgraph.input;

import io.oxgraph.error.ErrorCode;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Takes typed fields out of a map and refuses what does not fit, naming the field and the reason. */
public final class FieldReader {
    private static final ZonedDateTime EARLIEST = ZonedDateTime.of(2000, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC);
    private static final int DAYS_AHEAD = 1;
    private static final int NAME_SHOWN = 64;

    private final Map<String, Object> map;
    private final String prefix;
    private final ZonedDateTime now;

    /** @param prefix stands before a field's name in messages, such as {@code actions[3].} */
    public FieldReader(Map<String, Object> map, String prefix, ZonedDateTime now) {
        this.map = map;
        this.prefix = prefix;
        this.now = now;
        if (map == null) {
            throw refusal("item", "must not be null");
        }
    }

    /** Refuses fields of other names: no arguments, bodies or user strings come in. */
    public void allowOnly(Set<String> names) {
        for (String name : map.keySet()) {
            if (!names.contains(name)) {
                String shown = name.length() > NAME_SHOWN ? name.substring(0, NAME_SHOWN) + "…" : name;
                throw refusal(shown, "is not a known field; take it out");
            }
        }
    }

    /** A text that must be there. */
    public String required(String field, int maxLength) {
        String text = optional(field, maxLength);
        if (text == null) {
            throw refusal(field, "is missing");
        }
        return text;
    }

    /** A text, or null. */
    public String optional(String field, int maxLength) {
        Object value = map.get(field);
        return value == null ? null : text(field, value, maxLength);
    }

    /** One of some words, or null. */
    public String word(String field, List<String> words) {
        Object value = map.get(field);
        if (value != null && !(value instanceof String word && words.contains(word))) {
            throw refusal(field, "must be one of " + String.join(", ", words));
        }
        return (String) value;
    }

    /** A UUID in its usual form, in lower case; or null. */
    public String uuid(String field) {
        String text = optional(field, 36);
        if (text == null) {
            return null;
        }
        try {
            String canonical = UUID.fromString(text).toString();
            if (canonical.equalsIgnoreCase(text)) {
                return canonical;
            }
        } catch (IllegalArgumentException e) {
            // Refused below with the field's name.
        }
        throw refusal(field, "must be a UUID");
    }

    /** Different texts in their order; empty when there are none. */
    public List<String> texts(String field, int maxCount, int maxLength) {
        Object value = map.get(field);
        if (value == null) {
            return List.of();
        }
        if (!(value instanceof List<?> list)) {
            throw refusal(field, "must be a list of strings");
        }
        if (list.size() > maxCount) {
            throw refusal(field, "has more than " + maxCount + " entries");
        }
        Set<String> texts = new LinkedHashSet<>();
        list.forEach(item -> texts.add(text(field, item, maxLength)));
        return new ArrayList<>(texts);
    }

    /** A finite number from 0 to a maximum, or null. */
    public Number number(String field, double max) {
        Object value = map.get(field);
        if (value == null) {
            return null;
        }
        if (!(value instanceof Number number) || !(number.doubleValue() >= 0 && number.doubleValue() <= max)) {
            throw refusal(field, "must be a number from 0 to " + (long) max);
        }
        return number;
    }

    /** An integer, or null. */
    public Long integer(String field) {
        Object value = map.get(field);
        if (value != null && !(value instanceof Long)) {
            throw refusal(field, "must be an integer");
        }
        return (Long) value;
    }

    /** A time with a zone, as UTC, not before 2000 and at most a day ahead; or null. */
    public ZonedDateTime time(String field) {
        Object value = map.get(field);
        if (value == null) {
            return null;
        }
        if (value instanceof LocalDateTime) {
            throw refusal(field, "has no time zone");
        }
        if (!(value instanceof ZonedDateTime time)) {
            throw refusal(field, "must be a time with a zone (ZONED DATETIME)");
        }
        return plausible(field, time);
    }

    /** The time as UTC; refused when no clock can have shown it. */
    public ZonedDateTime plausible(String field, ZonedDateTime time) {
        if (time.isBefore(EARLIEST)) {
            throw refusal(field, "lies before the year 2000");
        }
        if (time.isAfter(now.plusDays(DAYS_AHEAD))) {
            throw refusal(field, "lies more than one day ahead");
        }
        return time.withZoneSameInstant(ZoneOffset.UTC);
    }

    /** The refusal of a field. */
    public RuntimeException refusal(String field, String reason) {
        return ErrorCode.INVALID_INPUT.with("field", prefix + field, "reason", reason);
    }

    private String text(String field, Object value, int maxLength) {
        if (!(value instanceof String text)) {
            throw refusal(field, value == null ? "must not be null" : "must be a string");
        }
        if (text.isBlank()) {
            throw refusal(field, "must not be empty");
        }
        if (text.length() > maxLength) {
            throw refusal(field, "is longer than " + maxLength + " characters");
        }
        return text;
    }
}
