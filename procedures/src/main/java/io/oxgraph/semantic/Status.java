package io.oxgraph.semantic;

import java.util.Locale;

/** The states of a memory. */
enum Status {
    ACTIVE,
    SUPERSEDED,
    EXPIRED,
    FORGOTTEN;

    /** As it stands in the graph. */
    String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Status of(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT));
    }
}
