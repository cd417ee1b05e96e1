package io.oxgraph.procedure;

import io.oxgraph.error.ErrorCode;
import java.util.Arrays;
import java.util.Objects;
import java.util.UUID;

/** Validation of arguments beyond Cypher's types. */
final class Arguments {
    private Arguments() {}

    static boolean anyNull(Object... arguments) {
        return Arrays.stream(arguments).anyMatch(Objects::isNull);
    }

    static UUID uuid(String field, String text) {
        try {
            return UUID.fromString(text);
        } catch (IllegalArgumentException e) {
            throw ErrorCode.INVALID_INPUT.with("field", field, "reason", "must be a UUID");
        }
    }

    static void sameSize(int first, int second) {
        if (first != second) {
            throw ErrorCode.INVALID_INPUT.with("field", "ends", "reason", "must be as many as starts");
        }
    }

    static void required(Object workspaceId, Object content, Object now, String contentName) {
        require("workspace_id", workspaceId);
        require(contentName, content);
        require("now", now);
    }

    private static void require(String name, Object value) {
        if (value == null) {
            throw ErrorCode.INVALID_INPUT.with("field", name, "reason", "must not be null");
        }
    }
}
