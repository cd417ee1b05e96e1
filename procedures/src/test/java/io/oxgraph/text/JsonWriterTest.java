package io.oxgraph.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonWriterTest {
    private static String of(Object value) {
        String text = JsonWriter.forPostgres().of(Map.of("x", value));
        return text.substring("{\"x\":".length(), text.length() - 1);
    }

    @Test
    void plain_values() {
        assertEquals("{}", JsonWriter.forPostgres().of(Map.of()));
        assertEquals("7", of(7L));
        assertEquals("0.1", of(0.1));
        assertEquals("1.0E300", of(1e300));
        assertEquals("true", of(true));
        assertEquals("null", of(Double.NaN));
        assertEquals("null", of(Double.POSITIVE_INFINITY));
        assertEquals("\"2026-01-02\"", of(LocalDate.of(2026, 1, 2)));
    }

    @Test
    void times_are_in_utc() {
        assertEquals("\"2026-01-10T12:00:00Z\"", of(ZonedDateTime.of(2026, 1, 10, 12, 0, 0, 0, ZoneOffset.UTC)));
        ZonedDateTime berlin = ZonedDateTime.of(2026, 7, 1, 1, 30, 5, 120_000_000, ZoneId.of("Europe/Berlin"));
        assertEquals("\"2026-06-30T23:30:05.120Z\"", of(berlin));
    }

    @Test
    void lists_are_arrays() {
        assertEquals("[]", of(new String[0]));
        assertEquals("[\"a\",\"b\"]", of(new String[] {"a", "b"}));
        assertEquals("[1,2]", of(new long[] {1, 2}));
        assertEquals("[0.5,null]", of(new double[] {0.5, Double.NaN}));
        assertEquals("[true]", of(new boolean[] {true}));
        assertEquals(
                "[\"2026-01-10T12:00:01Z\"]",
                of(new ZonedDateTime[] {ZonedDateTime.of(2026, 1, 10, 12, 0, 1, 0, ZoneOffset.UTC)}));
    }

    @Test
    void texts_are_escaped_where_they_must_be() {
        assertEquals("\"a\\\"b\\\\c\"", of("a\"b\\c"));
        assertEquals("\"\\u000a\\u0009\\u001f\u007f\u00e9\"", of("\n\t\u001f\u007f\u00e9"));
        assertEquals("\"\ud83d\ude00!\"", of("\ud83d\ude00!"));
    }

    @Test
    void what_no_text_of_a_database_holds_is_replaced() {
        assertEquals("\"a\ufffdb\"", of("a\0b"));
        assertEquals("\"\ufffd\"", of("\ud83d"));
        assertEquals("\"\ufffdx\ufffd\"", of("\ud83dx\ude00"));
    }

    @Test
    void maps_leave_out_null_and_for_clients_what_is_empty() {
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("a", null);
        one.put("b", List.of());
        one.put("c", Map.of());
        one.put("d", Arrays.asList(1L, null));
        assertEquals(
                "{\"b\":[],\"c\":{},\"d\":[1,null]}", JsonWriter.forPostgres().of(one));
        assertEquals("{\"d\":[1,null]}", JsonWriter.forClients().of(one));
        assertEquals("[[],{}]", JsonWriter.forClients().of(List.of(List.of(), Map.of("b", List.of()))));
    }

    @Test
    void for_clients_nul_is_kept() {
        assertEquals("\"a\\u0000b\"", JsonWriter.forClients().of("a\0b"));
    }
}
