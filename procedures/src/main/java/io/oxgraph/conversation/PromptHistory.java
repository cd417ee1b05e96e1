package io.oxgraph.conversation;

import io.oxgraph.text.TokenEstimate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The messages of a history as a prompt takes them: the latest that have a number of tokens together, whole. Of the first
 * that does not fit, beginning and end are shown where there is room for a good part of it; the last message always stands.
 */
final class PromptHistory {
    /** Tokens that a message needs which is not shown whole; the last one has what there is. */
    private static final long SHORTEST = 200;
    /** Tokens of the words between beginning and end. */
    private static final long MARK = 15;
    /** Characters within which a cut looks for a blank. */
    private static final int NEAR = 50;

    private final List<Map<String, Object>> taken = new ArrayList<>();
    private long left;

    PromptHistory(long tokens) {
        left = tokens;
    }

    /** Takes the message before those that were taken; whether another may fit. */
    boolean take(Map<String, Object> message) {
        String text = (String) message.get("text");
        long tokens = TokenEstimate.of(text).estimate();
        if (tokens <= left) {
            taken.add(message);
            left -= tokens;
            return true;
        }
        if (left >= SHORTEST || taken.isEmpty()) {
            Map<String, Object> cut = new HashMap<>(message);
            cut.put("text", beginningAndEnd(text, left));
            cut.put("cut", true);
            taken.add(cut);
        }
        return false;
    }

    /** Oldest first. */
    List<Map<String, Object>> messages() {
        return taken.reversed();
    }

    private static String beginningAndEnd(String text, long tokens) {
        long each = Math.max(1, (tokens - MARK) / 2);
        int begin = atBlankBefore(text, TokenEstimate.longestBeginning(text, each));
        int end = atBlankBehind(text, Math.max(begin, TokenEstimate.longestEnd(text, each)));
        String between = String.format(Locale.ROOT, "[… %,d characters left out …]", end - begin);
        return text.substring(0, begin).stripTrailing() + "\n" + between + "\n"
                + text.substring(end).stripLeading();
    }

    private static int atBlankBefore(String text, int cut) {
        for (int i = cut; i > Math.max(0, cut - NEAR); i--) {
            if (Character.isWhitespace(text.charAt(i - 1))) {
                return i;
            }
        }
        int whole = cut;
        while (whole > 0 && isJoined(text, whole)) {
            whole--;
        }
        return whole;
    }

    private static int atBlankBehind(String text, int cut) {
        for (int i = cut; i < Math.min(text.length(), cut + NEAR); i++) {
            if (Character.isWhitespace(text.charAt(i))) {
                return i;
            }
        }
        int whole = cut;
        while (whole < text.length() && isJoined(text, whole)) {
            whole++;
        }
        return whole;
    }

    /** Whether what begins here is one with what is before it: accents and vowel signs. */
    private static boolean isJoined(String text, int place) {
        return place < text.length()
                && switch (Character.getType(text.codePointAt(place))) {
                    case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK, Character.ENCLOSING_MARK -> true;
                    default -> false;
                };
    }
}
