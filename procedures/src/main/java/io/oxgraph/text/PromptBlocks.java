package io.oxgraph.text;

import io.oxgraph.table.Table;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The first lines of the blocks of text that go into a prompt: {@code tables/prompt_blocks.tsv}. */
public final class PromptBlocks {
    private static final Map<String, Map<String, String>> BLOCKS = Table.read("prompt_blocks").stream()
            .collect(Collectors.toUnmodifiableMap(row -> row.get("block"), Function.identity()));

    /** The bracket of text that looks like the first or the last line of a block. */
    private static final Pattern MARK = Pattern.compile(BLOCKS.values().stream()
            .map(row -> Pattern.quote(row.get("title")))
            .distinct()
            .collect(Collectors.joining("|", "\\[(?=/?(?:", "|Memory)\\b)")));

    private PromptBlocks() {}

    /**
     * The first line of a block of so many lines: {@code [Recalled memory — 5 results]}.
     *
     * @param block the block's name in the table
     */
    public static String heading(String block, int count) {
        Map<String, String> row = BLOCKS.get(block);
        return "[" + row.get("title") + " — " + count + " " + row.get(count == 1 ? "one" : "many") + "]";
    }

    /** A text to be put into a block, with nothing in it that could end the block or begin another. */
    public static String unmarked(String text) {
        return text.indexOf('[') < 0 ? text : MARK.matcher(text).replaceAll("(");
    }
}
