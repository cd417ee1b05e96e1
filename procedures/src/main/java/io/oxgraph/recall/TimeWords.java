package io.oxgraph.recall;

import java.util.Set;

/** English words that say when something happens: they make a message answer a question for a time. */
final class TimeWords {
    private static final Set<String> TIMES = words("yesterday today tonight tomorrow ago weekend weekends"
            + " january february march april june july august september october november december"
            + " monday tuesday wednesday thursday friday saturday sunday");

    private static final Set<String> STRETCHES = words("day days week weeks month months year years night morning"
            + " evening afternoon summer winter spring fall autumn");

    /** What makes a stretch one in particular, in addition to numbers. */
    private static final Set<String> BEFORE_STRETCHES =
            words("last next this past few couple of two three four five six seven eight nine ten");

    private static final int YEAR = 4;

    private TimeWords() {}

    /**
     * Whether a word says when, after the one before it.
     *
     * @param before, word in small letters; '' before the first word
     */
    static boolean isTime(String before, String word) {
        return TIMES.contains(word)
                || (STRETCHES.contains(word) && (BEFORE_STRETCHES.contains(before) || isNumber(before)))
                || (word.length() == YEAR && isNumber(word) && (word.startsWith("19") || word.startsWith("20")));
    }

    private static boolean isNumber(String word) {
        return !word.isEmpty() && word.chars().allMatch(Character::isDigit);
    }

    private static Set<String> words(String text) {
        return Set.of(text.split(" ", -1));
    }
}
