package io.oxgraph.recall;

import java.util.Locale;
import java.util.Set;

/**
 * What of a message's form tells how well it can answer.
 *
 * @param terms how many words it has, without the emptiest; the speaker's name counts
 * @param question whether it ends as one
 */
public record TurnTraits(int terms, boolean question) {
    /** The stop words of the english analyzer. */
    private static final Set<String> STOP =
            words("a an and are as at be but by for if in into is it no not of on or such"
                    + " that the their then there these they this to was will with");

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
        counter.read(text);
        return new TurnTraits(counter.terms, isQuestion(text));
    }

    /** A note in brackets behind it, such as a picture's, is no part of what was asked. */
    private static boolean isQuestion(String text) {
        String end = text.stripTrailing();
        while (end.endsWith("]") && end.lastIndexOf('[') > 0) {
            end = end.substring(0, end.lastIndexOf('[')).stripTrailing();
        }
        return !end.isEmpty() && QUESTION_MARKS.indexOf(end.charAt(end.length() - 1)) >= 0;
    }

    private static Set<String> words(String text) {
        return Set.of(text.split(" ", -1));
    }

    /** Reads texts word by word, without more than a look at each character. */
    private static final class Counter {
        private int terms;

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
            }
        }
    }
}
