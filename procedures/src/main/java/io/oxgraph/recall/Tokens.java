package io.oxgraph.recall;

/** How many tokens of a language model a text takes, as estimated without one. */
final class Tokens {
    private static final int CHARACTERS = 4;

    private Tokens() {}

    /** Four characters a token, rounded up; one each of scripts without blanks, of symbols and of emoji. */
    static long estimate(String text) {
        long single = text.codePoints().filter(Tokens::isSingle).count();
        long others = text.codePointCount(0, text.length()) - single;
        return single + Math.ceilDiv(others, CHARACTERS);
    }

    private static boolean isSingle(int point) {
        return Terms.isWithoutBlanks(point)
                || Character.UnicodeScript.of(point) == Character.UnicodeScript.HANGUL
                || Character.isSupplementaryCodePoint(point);
    }
}
