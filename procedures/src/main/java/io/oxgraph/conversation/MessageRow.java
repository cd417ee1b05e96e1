package io.oxgraph.conversation;

import io.oxgraph.input.FieldReader;
import io.oxgraph.table.Limits;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;

/** A message as it is written. Its text is not cut. */
record MessageRow(
        String id,
        String role,
        String speaker,
        String text,
        String metadata,
        List<String> shownIds,
        ZonedDateTime saidAt) {
    private static final int ID = Limits.of("id");
    private static final int NAME = Limits.of("name");
    private static final int SHOWN_IDS = Limits.of("shown_ids");

    /** Reads it; an error names the message by {@code prefix}. */
    static MessageRow read(Map<String, Object> map, String prefix, ZonedDateTime now) {
        FieldReader fields = new FieldReader(map, prefix, now);
        ZonedDateTime saidAt = fields.timeSinceYearOne("said_at", true);
        if (saidAt == null) {
            throw fields.refusal("said_at", "is missing");
        }
        return new MessageRow(
                fields.required("id", ID),
                fields.required("role", NAME),
                fields.optional("speaker", NAME),
                string(fields, "text", true),
                string(fields, "metadata", false),
                fields.uuids("shown_ids", SHOWN_IDS),
                saidAt);
    }

    private static String string(FieldReader fields, String field, boolean required) {
        Object value = fields.value(field);
        if (value instanceof String || (value == null && !required)) {
            return (String) value;
        }
        throw fields.refusal(field, value == null ? "is missing" : "must be a string");
    }
}
