package io.oxgraph.recall;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The retrievers, the most valuable first; the last ones are skipped first when time is short. */
enum Retriever {
    MEANING,
    MESSAGE_MEANING,
    WORDS,
    MESSAGE_WORDS,
    ENTITY,
    QUESTIONS,
    TOPIC,
    TIME;

    /** Name in options and notes. */
    String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    boolean ofMessages() {
        return this == MESSAGE_MEANING || this == MESSAGE_WORDS;
    }

    boolean needsVector() {
        return this == MEANING || this == QUESTIONS || this == MESSAGE_MEANING;
    }

    static List<String> keys() {
        return Arrays.stream(values()).map(Retriever::key).toList();
    }
}
