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
    ENTITY_NAME,
    ENTITY_MEANING,
    ENTITY_WORDS,
    TOPIC,
    TIME;

    /** Name in options and notes. */
    String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    boolean ofMessages() {
        return this == MESSAGE_MEANING || this == MESSAGE_WORDS;
    }

    /** Whether it finds entities of the business graph; {@link #ENTITY} finds memories about the named ones. */
    boolean ofEntities() {
        return this == ENTITY_NAME || this == ENTITY_MEANING || this == ENTITY_WORDS;
    }

    boolean needsVector() {
        return this == MEANING || this == QUESTIONS || this == MESSAGE_MEANING || this == ENTITY_MEANING;
    }

    static List<String> keys() {
        return Arrays.stream(values()).map(Retriever::key).toList();
    }

    /** Its place in an array that has an element for each. */
    @SuppressWarnings("EnumOrdinal") // Arrays are made for one call: no order is stored.
    int place() {
        return ordinal();
    }
}
