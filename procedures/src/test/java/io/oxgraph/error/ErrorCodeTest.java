package io.oxgraph.error;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ErrorCodeTest {
    @ParameterizedTest
    @EnumSource
    void every_code_stands_in_the_table(ErrorCode code) {
        assertFalse(code.template().isBlank());
    }

    @Test
    void the_message_carries_code_and_filled_text() {
        OxgraphException error = ErrorCode.INVALID_INPUT.with("field", "outcome", "reason", "is missing");
        assertEquals("[oxgraph:invalid_input] outcome: is missing", error.getMessage());
        assertEquals(ErrorCode.INVALID_INPUT, error.code());
    }

    @Test
    void a_value_that_looks_like_a_placeholder_stays() {
        OxgraphException error = ErrorCode.INVALID_INPUT.with("field", "{reason}", "reason", "odd");
        assertEquals("[oxgraph:invalid_input] {reason}: odd", error.getMessage());
    }
}
