package io.oxgraph.conversation;

import io.oxgraph.text.Marks;
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
        int begin = atBlank(text, TokenEstimate.longestBeginning(text, each), -1);
        int end = atBlank(text, Math.max(begin, TokenEstimate.longestEnd(text, each)), 1);
        String between = String.format(Locale.ROOT, "[… %,d characters left out …]", end - begin);
        return text.substring(0, begin).stripTrailing() + "\n" + between + "\n"
                + text.substring(end).stripLeading();
    }

    /** The blank next to a cut in a direction, 1 or -1; else the next end of a character. */
    private static int atBlank(String text, int cut, int step) {
        int end = Math.clamp((long) cut + (long) step * NEAR, 0, text.length());
        for (int i = cut; i != end; i += step) {
            if (Character.isWhitespace(text.charAt(step < 0 ? i - 1 : i))) {
                return i;
            }
        }
        int whole = cut;
        while (Marks.isWithinCharacter(text, whole)) {
            whole += step;
        }
        return whole;
    }
}
