package io.oxgraph.error;

import io.oxgraph.table.Table;
import java.util.Map;
import java.util.stream.Collectors;

/** Message by error code: {@code tables/errors.tsv}. */
final class ErrorTable {
    private static final Map<String, String> MESSAGES = Table.read("errors").stream()
            .collect(Collectors.toUnmodifiableMap(row -> row.get("code"), row -> row.get("message")));

    private ErrorTable() {}

    static String message(String code) {
        String message = MESSAGES.get(code);
        if (message == null) {
            throw new IllegalStateException("errors.tsv has no code " + code);
        }
        return message;
    }
}
