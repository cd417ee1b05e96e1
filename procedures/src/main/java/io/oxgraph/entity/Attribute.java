package io.oxgraph.entity;

import io.oxgraph.text.EditDistance;
import io.oxgraph.text.Names;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** A value that is known of an entity, as a text to compare. */
record Attribute(Name text, String joined) {
    /** Characters of a text that are compared. */
    private static final int COMPARED = 1_000;

    /** Beyond this a value tells no more: a date and a whole address are equally good. */
    private static final double MOST_BITS = 20;

    private static final double BITS_OF_A_DIGIT = 3.3;
    private static final double BITS_OF_A_LETTER = 2;
    private static final int WORDS_OF_A_VALUE = 8;
    private static final double SAME_TEXT = 0.85;
    private static final double MISTYPED = 0.7;
    private static final double ALIKE = 0.5;
    private static final double UNLIKE = 0.25;

    static Attribute of(Object value) {
        String text = value instanceof Object[] values
                ? Arrays.stream(values).map(String::valueOf).collect(Collectors.joining(" "))
                : String.valueOf(value);
        Name name = new Name(Names.key(text.substring(0, Math.min(text.length(), COMPARED))));
        return new Attribute(name, String.join("", name.words()));
    }

    boolean empty() {
        return joined.isEmpty();
    }

    /** How much is learned from an agreement, guessed from the letters (about 2 bits each) and digits (3.3). */
    double bits() {
        double bits = joined.codePoints()
                .mapToDouble(point -> Character.isDigit(point) ? BITS_OF_A_DIGIT : BITS_OF_A_LETTER)
                .sum();
        return Math.min(MOST_BITS, bits);
    }

    /** From 0, different, to 1, the same; empty where nothing can be said, as of two descriptions. */
    OptionalDouble likeness(Attribute other) {
        if (joined.equals(other.joined)) {
            return OptionalDouble.of(1);
        }
        if (mistyped(other)) {
            return OptionalDouble.of(MISTYPED);
        }
        double trigrams = text.similarity(other.text);
        if (Math.max(text.words().size(), other.text.words().size()) > WORDS_OF_A_VALUE) {
            return trigrams >= SAME_TEXT ? OptionalDouble.of(1) : OptionalDouble.empty();
        }
        double likeness = Math.max(trigrams, MISTYPED * sharedWords(other));
        if (likeness >= ALIKE) {
            return OptionalDouble.of(likeness);
        }
        return likeness < UNLIKE ? OptionalDouble.of(0) : OptionalDouble.empty();
    }

    private boolean mistyped(Attribute other) {
        int shorter = Math.min(joined.length(), other.joined.length());
        int limit = shorter < 4 ? 0 : shorter < 8 ? 1 : 2;
        return EditDistance.within(joined, other.joined, limit);
    }

    /** The share of the shorter value's words that the longer has, in full, shortened or mistyped. */
    private double sharedWords(Attribute other) {
        List<String> mine = text.words();
        List<String> theirs = other.text.words();
        List<String> fewer = mine.size() <= theirs.size() ? mine : theirs;
        List<String> more = fewer.equals(mine) ? theirs : mine;
        long shared = fewer.stream()
                .filter(word -> more.stream().anyMatch(found -> alike(word, found)))
                .count();
        return (double) shared / fewer.size();
    }

    private static boolean alike(String a, String b) {
        return a.startsWith(b) || b.startsWith(a) || Name.mistyped(a, b);
    }
}
