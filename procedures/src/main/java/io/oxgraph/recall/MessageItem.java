package io.oxgraph.recall;

import java.time.Instant;
import java.util.Locale;
import java.util.Set;

/** What ranking needs of a message. */
public interface MessageItem {
    /** Text of an erased message or summary, which is not found. */
    String ERASED = "[erased]";

    String id();

    String conversationId();

    /** The user whose message it is; '' where it is shared. */
    default String userId() {
        return "";
    }

    /** Its conversation among those of all users. */
    default ConversationKey conversation() {
        return new ConversationKey(userId(), conversationId());
    }

    /** Position in the conversation, from 0. */
    long position();

    String role();

    /** Null when there is none. */
    String speaker();

    String text();

    /** What is searched for words. */
    default String searched() {
        return searched(speaker(), text());
    }

    /** The same of a message that is being read. */
    static String searched(String speaker, String text) {
        return speaker == null ? text : speaker + ": " + text;
    }

    Instant saidAt();

    /** Whether it has a vector, as far as that is known without reading it. */
    default boolean hasVector() {
        return false;
    }

    /** Start time of an episode; for a message its time. */
    default Instant startedAt() {
        return saidAt();
    }

    /** Id of the episode that summarises it; null when there is none. */
    default String episodeId() {
        return null;
    }

    /** Traits of its text; the cache computes them once. */
    default TurnTraits traits() {
        return TurnTraits.of(speaker(), text());
    }

    /** What choosing the lines of a context needs of its text; the cache computes it once. */
    default LineTraits line() {
        return LineTraits.of(text());
    }

    /** A conversation: two users may give theirs one id. */
    public record ConversationKey(String userId, String id) {}

    /**
     * What ranking needs of an episode, the summary of many turns: it has no speaker and no position, and its time is
     * that of its last turn.
     */
    public interface EpisodeItem extends MessageItem {
        String ROLE = "episode";

        /** A summary is never a question and gains nothing from neighbouring turns. */
        TurnTraits TRAITS = new TurnTraits(1, false);

        @Override
        Instant startedAt();

        long turnCount();

        @Override
        default long position() {
            return -1;
        }

        @Override
        default String role() {
            return ROLE;
        }

        @Override
        default String speaker() {
            return null;
        }

        @Override
        default TurnTraits traits() {
            return TRAITS;
        }
    }

    /**
     * Features of a message's text that say how well it can answer.
     *
     * @param terms number of words without stop words, speaker's name included
     * @param question whether it ends with a question mark
     * @param dated whether it says when: a day, a month, a year, "three weeks", "last summer"
     * @param names number of distinct capitalised words inside its sentences, two at most
     */
    public record TurnTraits(int terms, boolean question, boolean dated, int names) {
        /** The stop words of the english analyzer. */
        private static final Set<String> STOP =
                words("a an and are as at be but by for if in into is it no not of on or such"
                        + " that the their then there these they this to was will with");

        private static final String QUESTION_MARKS = "?\uff1f\u061f\u037e";

        /**
         * Computes the traits of a message.
         *
         * @param speaker null when there is none
         */
        public static TurnTraits of(String speaker, String text) {
            WordReader name = new WordReader(speaker == null ? "" : speaker);
            WordReader words = new WordReader(text);
            return new TurnTraits(name.terms + words.terms, isQuestion(text), words.dated, NameWords.in(text));
        }

        /** Without a time or a name. */
        TurnTraits(int terms, boolean question) {
            this(terms, question, false, 0);
        }

        /** Ignores a note in brackets at the end, such as the description of a picture. */
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

        /** Reads the words of a text in one pass over its characters. */
        private static final class WordReader {
            private int terms;
            private boolean dated;
            private String before = "";

            WordReader(String text) {
                int start = -1;
                for (int i = 0; i <= text.length(); i++) {
                    boolean inside = i < text.length() && Character.isLetterOrDigit(text.charAt(i));
                    if (inside && start < 0) {
                        start = i;
                    } else if (!inside && start >= 0) {
                        read(text.substring(start, i).toLowerCase(Locale.ROOT));
                        start = -1;
                    }
                }
            }

            private void read(String word) {
                terms += STOP.contains(word) ? 0 : 1;
                dated = dated || TimeWords.isTime(before, word);
                before = word;
            }
        }
    }
}
