package io.oxgraph.text;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Breaks text into lines. */
public final class Lines {
    private static final Pattern WHITESPACE = Pattern.compile("[\\s\\p{Cntrl}]+", Pattern.UNICODE_CHARACTER_CLASS);

    private Lines() {}

    /** As many words a line as fit into the width; a longer word has a line of its own. */
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

    /** The text on one line, so that no name can forge a line of its own. */
    public static String single(String text) {
        return WHITESPACE.matcher(text.strip()).replaceAll(" ");
    }

    private static int length(CharSequence text) {
        return Character.codePointCount(text, 0, text.length());
    }
}
