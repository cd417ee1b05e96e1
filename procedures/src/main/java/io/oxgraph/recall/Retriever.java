package io.oxgraph.recall;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The ways to find something, in the order of their worth: the last are the first to go when time is short. */
enum Retriever {
    MEANING(0.65),
    MESSAGE_MEANING(0.65),
    WORDS(0.35),
    MESSAGE_WORDS(0.35),
    ENTITY(0.2),
    QUESTIONS(0.2),
    TOPIC(0.2),
    TIME(0.3);

    private final double weight;

    Retriever(double weight) {
        this.weight = weight;
    }

    /** Its weight where no plan says another. */
    double weight() {
        return weight;
    }

    /** Its name in options and notes. */
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
