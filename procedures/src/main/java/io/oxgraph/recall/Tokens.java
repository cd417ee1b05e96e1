package io.oxgraph.recall;

/**
 * How many tokens of a language model a text takes, as estimated without one: four characters a token, rounded up; one
 * each of scripts without blanks and of emoji.
 */
record Tokens(long single, long others) {
    private static final int CHARACTERS = 4;

    static Tokens of(String text) {
        long single = text.codePoints().filter(Tokens::isSingle).count();
        return new Tokens(single, text.codePointCount(0, text.length()) - single);
    }

    /** Those of both texts together. */
    Tokens and(String text) {
        Tokens more = of(text);
        return new Tokens(single + more.single, others + more.others);
    }

    long estimate() {
        return single + Math.ceilDiv(others, CHARACTERS);
    }

    private static boolean isSingle(int point) {
        return Terms.isWithoutBlanks(point)
                || Character.UnicodeScript.of(point) == Character.UnicodeScript.HANGUL
                || Character.isSupplementaryCodePoint(point);
    }
}
