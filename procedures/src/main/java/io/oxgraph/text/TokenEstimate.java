package io.oxgraph.text;

/**
 * Estimate of a text's language model tokens: four characters per token, rounded up; one per character in scripts
 * without spaces and per emoji.
 */
public record TokenEstimate(long single, long others) {
    private static final int CHARACTERS = 4;
    /** Below it, no script is written without spaces, and none is Hangul: Thai begins here. */
    private static final int FIRST_WITHOUT_BLANKS = 0x0e00;

    public static TokenEstimate of(String text) {
        long single = 0;
        long others = 0;
        int point;
        for (int i = 0; i < text.length(); i += Character.charCount(point)) {
            // The character first, since code points are slow, and most texts have none that counts by itself.
            char c = text.charAt(i);
            point = c < FIRST_WITHOUT_BLANKS ? c : text.codePointAt(i);
            if (point >= FIRST_WITHOUT_BLANKS && isSingle(point)) {
                single++;
            } else {
                others++;
            }
        }
        return new TokenEstimate(single, others);
    }

    /** That of a text on one line, as {@code Lines.single} writes it. */
    public static TokenEstimate onOneLine(String text) {
        String stripped = text.strip();
        TokenEstimate all = of(stripped);
        return new TokenEstimate(all.single, all.others - repeatedBlanks(stripped));
    }

    /** Blanks behind a blank. */
    private static long repeatedBlanks(String text) {
        long repeated = 0;
        boolean before = false;
        for (int i = 0; i < text.length(); i++) {
            boolean blank = isBlank(text.charAt(i));
            repeated += blank && before ? 1 : 0;
            before = blank;
        }
        return repeated;
    }

    private static boolean isBlank(char c) {
        return c == ' ' || Character.isISOControl(c) || Character.isWhitespace(c) || Character.isSpaceChar(c);
    }

    /** The estimate for both texts together. */
    public TokenEstimate and(String text) {
        return and(of(text));
    }

    public TokenEstimate and(TokenEstimate more) {
        return new TokenEstimate(single + more.single, others + more.others);
    }

    /** The estimate without a part of the text. */
    public TokenEstimate without(String part) {
        return without(of(part));
    }

    public TokenEstimate without(TokenEstimate less) {
        return new TokenEstimate(single - less.single, others - less.others);
    }

    public long estimate() {
        return single + Math.ceilDiv(others, CHARACTERS);
    }

    /** Where the longest beginning of a text ends that has so many tokens. */
    public static int longestBeginning(String text, long tokens) {
        TokenEstimate sum = new TokenEstimate(0, 0);
        int end = 0;
        while (end < text.length()) {
            int point = text.codePointAt(end);
            sum = sum.with(point);
            if (sum.estimate() > tokens) {
                break;
            }
            end += Character.charCount(point);
        }
        return end;
    }

    /** Where the longest end of a text begins that has so many tokens. */
    public static int longestEnd(String text, long tokens) {
        TokenEstimate sum = new TokenEstimate(0, 0);
        int begin = text.length();
        while (begin > 0) {
            int point = text.codePointBefore(begin);
            sum = sum.with(point);
            if (sum.estimate() > tokens) {
                break;
            }
            begin -= Character.charCount(point);
        }
        return begin;
    }

    private TokenEstimate with(int point) {
        return point >= FIRST_WITHOUT_BLANKS && isSingle(point)
                ? new TokenEstimate(single + 1, others)
                : new TokenEstimate(single, others + 1);
    }

    private static boolean isSingle(int point) {
        return isWithoutBlanks(point)
                || Character.UnicodeScript.of(point) == Character.UnicodeScript.HANGUL
                || Character.isSupplementaryCodePoint(point);
    }

    /** Whether a character's script has no spaces between words. */
    public static boolean isWithoutBlanks(int point) {
        if (point < FIRST_WITHOUT_BLANKS) {
            return false;
        }
        return switch (Character.UnicodeScript.of(point)) {
            case HAN, HIRAGANA, KATAKANA, THAI, LAO, KHMER, MYANMAR, TIBETAN -> true;
            default -> false;
        };
    }
}
