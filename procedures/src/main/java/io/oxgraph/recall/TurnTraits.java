package io.oxgraph.recall;

import java.util.Locale;
import java.util.Set;

/**
 * What of a message's form tells how well it can answer.
 *
 * @param terms how many words it has, without the emptiest; the speaker's name counts
 * @param question whether it ends as one
 * @param dated whether it has a word of time
 */
public record TurnTraits(int terms, boolean question, boolean dated) {
    /** The stop words of the english analyzer. */
    private static final Set<String> STOP =
            words("a an and are as at be but by for if in into is it no not of on or such"
                    + " that the their then there these they this to was will with");

    private static final Set<String> TIMES =
            words("yesterday today tonight tomorrow last next ago week weekend month year"
                    + " monday tuesday wednesday thursday friday saturday sunday january february march april may june july"
                    + " august september october november december recently since soon");
    private static final int YEAR_DIGITS = 4;
    private static final String QUESTION_MARKS = "?\uff1f\u061f\u037e";

    /**
     * Those of a message.
     *
     * @param speaker null where nobody is named
     */
    public static TurnTraits of(String speaker, String text) {
        Counter counter = new Counter();
        if (speaker != null) {
            counter.read(speaker);
        }
        int named = counter.terms;
        counter.dated = false;
        counter.read(text);
        return new TurnTraits(Math.max(named, counter.terms), isQuestion(text), counter.dated);
    }

    private static boolean isQuestion(String text) {
        String end = text.stripTrailing();
        return !end.isEmpty() && QUESTION_MARKS.indexOf(end.charAt(end.length() - 1)) >= 0;
    }

    private static Set<String> words(String text) {
        return Set.of(text.split(" ", -1));
    }

    /** Reads texts word by word, without more than a look at each character. */
    private static final class Counter {
        private int terms;
        private boolean dated;

        void read(String text) {
            int start = -1;
            for (int i = 0; i <= text.length(); i++) {
                boolean inside = i < text.length() && Character.isLetterOrDigit(text.charAt(i));
                if (inside && start < 0) {
                    start = i;
                } else if (!inside && start >= 0) {
                    word(text.substring(start, i).toLowerCase(Locale.ROOT));
                    start = -1;
                }
            }
        }

        private void word(String word) {
            if (!STOP.contains(word)) {
                terms++;
                dated |= TIMES.contains(word) || isYear(word);
            }
        }

        private static boolean isYear(String word) {
            return word.length() == YEAR_DIGITS && word.chars().allMatch(c -> c >= '0' && c <= '9');
        }
    }
}
