package io.oxgraph.entity;

import io.oxgraph.error.ErrorCode;
import io.oxgraph.input.FieldReader;
import java.time.ZonedDateTime;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Takes the names of a call out of their maps and refuses what does not fit. */
final class MentionReader {
    /** Items of one call. */
    static final int MOST = 100_000;

    private static final int ID_LENGTH = 512;
    private static final int TYPE_LENGTH = 200;
    private static final int ATTRIBUTES = 200;
    private static final int ATTRIBUTE_NAME = 200;
    private static final int ATTRIBUTE_TEXT = 10_000;
    private static final Set<String> FIELDS = Set.of("name", "id", "type", "attributes", "judged");

    private final Map<String, Object> item;
    private final FieldReader fields;

    private MentionReader(Map<String, Object> item, String place, ZonedDateTime now) {
        this.item = item;
        this.fields = new FieldReader(item, place, now);
    }

    static List<Mention> readAll(List<Map<String, Object>> items, ZonedDateTime now) {
        if (items.size() > MOST) {
            throw ErrorCode.INVALID_INPUT.with("field", "items", "reason", "has more than " + MOST + " entries");
        }
        List<Mention> mentions = new ArrayList<>(items.size());
        for (int i = 0; i < items.size(); i++) {
            mentions.add(new MentionReader(items.get(i), "items[" + i + "].", now).read());
        }
        return mentions;
    }

    private Mention read() {
        fields.allowOnly(FIELDS);
        String id = fields.optional("id", ID_LENGTH);
        String name = fields.optional("name", Key.LONGEST_NAME);
        if (id == null) {
            Key.of(name).reason().ifPresent(reason -> {
                throw fields.refusal("name", reason);
            });
        }
        return new Mention(name, id, fields.optional("type", TYPE_LENGTH), attributes(), judged());
    }

    /** The empty text is a judgement too, so this is no usual text. */
    private String judged() {
        return "".equals(item.get("judged")) ? "" : fields.optional("judged", ID_LENGTH);
    }

    private Map<String, Object> attributes() {
        Object given = item.get("attributes") == null ? Map.of() : item.get("attributes");
        if (!(given instanceof Map<?, ?> map) || map.size() > ATTRIBUTES) {
            throw fields.refusal("attributes", "must be a map of at most " + ATTRIBUTES + " values by name");
        }
        Map<String, Object> attributes = new HashMap<>();
        map.forEach((name, value) -> put(attributes, String.valueOf(name), value));
        return attributes;
    }

    private void put(Map<String, Object> attributes, String name, Object value) {
        if (name.isBlank() || name.length() > ATTRIBUTE_NAME) {
            throw fields.refusal("attributes", "has an empty or too long name");
        }
        if (value != null) {
            attributes.put(name, property(name, value));
        }
    }

    /** As a node can hold it. */
    private Object property(String name, Object value) {
        if (value instanceof List<?> list && list.stream().allMatch(String.class::isInstance)) {
            return list.stream().map(text -> property(name, text)).toArray(String[]::new);
        }
        boolean fits = value instanceof String text
                ? text.length() <= ATTRIBUTE_TEXT
                : value instanceof Number || value instanceof Boolean || value instanceof Temporal;
        if (!fits) {
            String reason = "must be a text of up to " + ATTRIBUTE_TEXT
                    + " characters, a number, a truth value, a time or a list of texts";
            throw fields.refusal("attributes." + name, reason);
        }
        return value;
    }
}
