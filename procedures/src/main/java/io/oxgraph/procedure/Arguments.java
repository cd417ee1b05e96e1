package io.oxgraph.procedure;

import io.oxgraph.error.ErrorCode;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
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
        required(workspaceId, content, now, contentName, "now");
    }

    static void required(Object workspaceId, Object second, Object third, String secondName, String thirdName) {
        require("workspace_id", workspaceId);
        require(secondName, second);
        require(thirdName, third);
    }

    static long count(String name, Long value) {
        require(name, value);
        if (value < 0) {
            throw ErrorCode.INVALID_INPUT.with("field", name, "reason", "must not be negative");
        }
        return value;
    }

    static Set<String> texts(String name, List<String> values) {
        return Set.copyOf(whole(name, values));
    }

    /** The list itself, which holds no null. */
    static <T> List<T> whole(String name, List<T> values) {
        require(name, values);
        if (values.stream().anyMatch(Objects::isNull)) {
            throw ErrorCode.INVALID_INPUT.with("field", name, "reason", "must not hold null");
        }
        return values;
    }

    /** The value itself. A primitive argument would fail for null before it could be looked at. */
    static <T> T given(String name, T value) {
        require(name, value);
        return value;
    }

    static void require(String name, Object value) {
        if (value == null) {
            throw ErrorCode.INVALID_INPUT.with("field", name, "reason", "must not be null");
        }
    }
}
