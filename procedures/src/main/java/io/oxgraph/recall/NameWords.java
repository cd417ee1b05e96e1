package io.oxgraph.recall;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** Capitalised words inside sentences: they make a message answer a question for a name. */
final class NameWords {
    /** More names answer no better. */
    private static final int MOST = 2;

    private static final int MIN_LENGTH = 3;
    /** Signs after which any word is capitalised. */
    private static final String BEGINNINGS = ".!?:;[(\"\u201c";

    private static final String OPENING = "(\"\u201c";

    private NameWords() {}

    /** Number of distinct names in a text, two at most. */
    static int in(String text) {
        Set<String> names = new HashSet<>();
        int i = 0;
        while (i < text.length() && names.size() < MOST) {
            int end = end(text, i);
            if (end - i >= MIN_LENGTH && Character.isUpperCase(text.charAt(i)) && isInside(text, i)) {
                names.add(text.substring(i, end).toLowerCase(Locale.ROOT));
            }
            i = Math.max(i + 1, end);
        }
        return names.size();
    }

    /** End of the word that begins here. */
    private static int end(String text, int start) {
        int end = start;
        while (end < text.length() && Character.isLetter(text.charAt(end))) {
            end++;
        }
        return end;
    }

    /** Whether a word follows another of its sentence, or an opening quotation mark. */
    private static boolean isInside(String text, int start) {
        if (start == 0) {
            return false;
        }
        char before = text.charAt(start - 1);
        if (!Character.isWhitespace(before)) {
            return OPENING.indexOf(before) >= 0;
        }
        return start > 1 && BEGINNINGS.indexOf(text.charAt(start - 2)) < 0;
    }
}
