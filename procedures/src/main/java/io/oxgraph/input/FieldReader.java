package io.oxgraph.input;

import io.oxgraph.error.ErrorCode;
import io.oxgraph.table.Limits;
import io.oxgraph.text.Identifiers;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Takes typed fields out of a map and refuses what does not fit, naming the field and the reason. */
public final class FieldReader {
    private static final ZonedDateTime EARLIEST =
            ZonedDateTime.of(Limits.of("earliest_year"), 1, 1, 0, 0, 0, 0, ZoneOffset.UTC);
    /** The earliest time that Python can hold. */
    public static final ZonedDateTime YEAR_ONE = ZonedDateTime.of(1, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC);

    private static final ZonedDateTime FAR = ZonedDateTime.of(9999, 12, 31, 0, 0, 0, 0, ZoneOffset.UTC);
    private static final int DAYS_AHEAD = Limits.of("ahead_days");
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
        String text = optional(field, Identifiers.UUID_LENGTH);
        return text == null ? null : canonical(field, text);
    }

    /** Different UUIDs in their order; empty when there are none. */
    public List<String> uuids(String field, int maxCount) {
        return texts(field, maxCount, Identifiers.UUID_LENGTH).stream()
                .map(text -> canonical(field, text))
                .distinct()
                .toList();
    }

    private String canonical(String field, String text) {
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

    /** True or false; false when it is not given. */
    public boolean flag(String field) {
        Object value = map.get(field);
        if (value != null && !(value instanceof Boolean)) {
            throw refusal(field, "must be true or false");
        }
        return Boolean.TRUE.equals(value);
    }

    /** A map by texts; empty when there is none. */
    public Map<String, Object> map(String field) {
        Object value = map.get(field);
        if (value != null && !(value instanceof Map<?, ?>)) {
            throw refusal(field, "must be a map");
        }
        Map<String, Object> entries = new LinkedHashMap<>();
        if (value != null) {
            ((Map<?, ?>) value).forEach((key, entry) -> entries.put(String.valueOf(key), entry));
        }
        return entries;
    }

    /** The value as it came, or null. */
    public Object value(String field) {
        return map.get(field);
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

    /** An integer from 0 to a maximum, or null. */
    public Long integer(String field, long max) {
        Long value = integer(field);
        if (value != null && (value < 0 || value > max)) {
            throw refusal(field, "must be an integer from 0 to " + max);
        }
        return value;
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
        ZonedDateTime time = zoned(field);
        return time == null ? null : plausible(field, time);
    }

    private ZonedDateTime zoned(String field) {
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
        return time;
    }

    /**
     * A time with a zone, as UTC, from the year 1 on; or null.
     *
     * @param ahead whether it may lie in the future, before the year's end of 9999; else at most a day
     */
    public ZonedDateTime timeSinceYearOne(String field, boolean ahead) {
        ZonedDateTime time = zoned(field);
        if (time == null) {
            return null;
        }
        if (time.toInstant().isBefore(YEAR_ONE.toInstant()) || !time.toInstant().isBefore(FAR.toInstant())) {
            throw refusal(field, "must lie in the years 1 to 9999, before the last day");
        }
        if (!ahead && time.isAfter(now.plusDays(DAYS_AHEAD))) {
            throw refusal(field, "lies more than one day ahead");
        }
        return time.withZoneSameInstant(ZoneOffset.UTC);
    }

    /** The time as UTC; refused when no clock can have shown it. */
    public ZonedDateTime plausible(String field, ZonedDateTime time) {
        if (time.isBefore(EARLIEST)) {
            throw refusal(field, "lies before the year " + EARLIEST.getYear());
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

    /** Whether a text has more than so many characters: code points, as Python counts what it cuts to a limit. */
    public static boolean isLonger(String text, int maxLength) {
        return text.length() > maxLength && text.codePointCount(0, text.length()) > maxLength;
    }

    private String text(String field, Object value, int maxLength) {
        if (!(value instanceof String text)) {
            throw refusal(field, value == null ? "must not be null" : "must be a string");
        }
        if (text.isBlank()) {
            throw refusal(field, "must not be empty");
        }
        if (isLonger(text, maxLength)) {
            throw refusal(field, "is longer than " + maxLength + " characters");
        }
        return text;
    }
}
