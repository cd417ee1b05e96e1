package io.oxgraph.error;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** Reads {@code oxgraph/errors.tsv}: code, exit status, HTTP status and message, separated by tabs. */
final class ErrorTable {
    private static final int MESSAGE_COLUMN = 3;
    private static final Map<String, String> MESSAGES = parse(read());

    private ErrorTable() {}

    static String message(String code) {
        String message = MESSAGES.get(code);
        if (message == null) {
            throw new IllegalStateException("errors.tsv has no code " + code);
        }
        return message;
    }

    private static String read() {
        try (InputStream in = ErrorTable.class.getResourceAsStream("/oxgraph/errors.tsv")) {
            if (in == null) {
                throw new IllegalStateException("oxgraph/errors.tsv is missing from the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, String> parse(String text) {
        Map<String, String> messages = new HashMap<>();
        text.lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split("\t"))
                .filter(columns -> columns.length > MESSAGE_COLUMN)
                .forEach(columns -> messages.put(columns[0], columns[MESSAGE_COLUMN]));
        return messages;
    }
}
