package io.oxgraph.text;

import io.oxgraph.table.Table;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/** Where the sentences of a text end, in any script. */
public final class Sentences {
    /** Ends of sentences before a blank, and those that need none. */
    private static final String ENDS = ".!?…؟۔।";

    private static final String FULL_WIDTH_ENDS = "。！？";
    private static final Set<String> ABBREVIATIONS = Table.read("abbreviations").stream()
            .flatMap(row -> Arrays.stream(row.get("words").split(" ", -1)))
            .collect(Collectors.toUnmodifiableSet());
    /** Digits of an ordinal such as a day of a month. */
    private static final int ORDINAL = 2;

    private Sentences() {}

    /** Whether a sentence ends with this character. */
    public static boolean isEnd(String text, int i) {
        char c = text.charAt(i);
        if (FULL_WIDTH_ENDS.indexOf(c) >= 0) {
            return true;
        }
        if (ENDS.indexOf(c) < 0 || i + 1 == text.length()) {
            return ENDS.indexOf(c) >= 0;
        }
        return Character.isWhitespace(text.charAt(i + 1)) && (c != '.' || !isShortened(text, i));
    }

    /** Whether a full stop belongs to an ordinal (3. Mai), an initial (U.S., z. B.) or an abbreviation (Mr.). */
    private static boolean isShortened(String text, int stop) {
        int from = stop;
        while (from > 0 && Character.isLetterOrDigit(text.charAt(from - 1))) {
            from--;
        }
        String word = text.substring(from, stop);
        if (word.length() == 1 || ABBREVIATIONS.contains(word)) {
            return true;
        }
        return word.length() == ORDINAL && word.chars().allMatch(Character::isDigit);
    }
}
