package io.oxgraph.text;

/** Marks, joiners and halves of characters: what is one with its neighbours, so that no text is cut there. */
public final class Marks {
    private Marks() {}

    /** Whether a character is an accent, a vowel sign or another mark of the character before it. */
    public static boolean isMark(int point) {
        return switch (Character.getType(point)) {
            case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK, Character.ENCLOSING_MARK -> true;
            default -> false;
        };
    }

    /** Whether a cut here would part a character from its marks, joined emojis, or the halves of a character. */
    public static boolean isWithinCharacter(String text, int cut) {
        if (cut <= 0 || cut >= text.length()) {
            return false;
        }
        int after = text.codePointAt(cut);
        return isMark(after)
                || isJoiner(after)
                || isJoiner(text.codePointBefore(cut))
                || Character.isSurrogatePair(text.charAt(cut - 1), text.charAt(cut));
    }

    private static boolean isJoiner(int point) {
        return Character.getType(point) == Character.FORMAT;
    }
}
