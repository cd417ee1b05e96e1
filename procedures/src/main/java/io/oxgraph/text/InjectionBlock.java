package io.oxgraph.text;

import io.oxgraph.model.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The text of the injected block: the "past experience" patterns that go into an agent's prompt. */
public final class InjectionBlock {
    private static final int WIDTH = 72;

    private InjectionBlock() {}

    /** Renders the block, without a final line break; '' without patterns. */
    public static String of(List<Pattern> patterns) {
        if (patterns.isEmpty()) {
            return "";
        }
        List<String> lines = new ArrayList<>();
        lines.add(PromptBlocks.heading("patterns", patterns.size()));
        patterns.forEach(pattern -> add(pattern, lines));
        return String.join("\n", lines);
    }

    private static void add(Pattern pattern, List<String> lines) {
        lines.add(
                "Pattern: " + Lines.single(SituationText.name(pattern)) + " (confidence " + confidence(pattern) + ")");
        lines.addAll(Lines.wrap("Recommendation: " + Recommendation.of(pattern), WIDTH));
        if (pattern.annotation() != null && pattern.recommendationOverride() == null) {
            lines.addAll(Lines.wrap("Operator note: " + pattern.annotation(), WIDTH));
        }
    }

    /** Two digits, rounded as the percentage of the sentence. */
    private static String confidence(Pattern pattern) {
        return String.format(Locale.ROOT, "%.2f", Recommendation.percent(pattern.shownConfidence()) / 100.0);
    }

    /** Line wrapping. */
    public static final class Lines {
        private static final java.util.regex.Pattern WHITESPACE =
                java.util.regex.Pattern.compile("[\\s\\p{Cntrl}]+", java.util.regex.Pattern.UNICODE_CHARACTER_CLASS);

        /** The control character behind the printable ones of ASCII. */
        private static final char FIRST_AFTER_PRINTABLE = 0x7f;

        private Lines() {}

        /** Wraps at the width; a longer word gets its own line. */
        static List<String> wrap(String text, int width) {
            List<String> lines = new ArrayList<>();
            StringBuilder line = new StringBuilder();
            for (String word : single(text).split(" ", -1)) {
                if (!line.isEmpty() && length(line) + 1 + length(word) > width) {
                    lines.add(line.toString());
                    line.setLength(0);
                }
                line.append(line.isEmpty() ? "" : " ").append(word);
            }
            lines.add(line.toString());
            return lines;
        }

        /** The text on one line, so that it cannot forge further lines. */
        public static String single(String text) {
            String stripped = text.strip();
            return isSingle(stripped) ? stripped : WHITESPACE.matcher(stripped).replaceAll(" ");
        }

        /** Whether a text has neither control characters nor white space other than single blanks. */
        static boolean isSingle(String text) {
            char before = 0;
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                if (c > ' ' && c < FIRST_AFTER_PRINTABLE) {
                    before = c;
                    continue;
                }
                boolean blank = c == ' ';
                if (blank ? before == ' ' : Character.isISOControl(c) || Character.isSpaceChar(c)) {
                    return false;
                }
                before = c;
            }
            return true;
        }

        private static int length(CharSequence text) {
            return Character.codePointCount(text, 0, text.length());
        }
    }
}
