package io.oxgraph.recall.indexed;

import io.oxgraph.recall.Terms;
import io.oxgraph.text.Names;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A user's text as a query of a fulltext index. */
final class Lucene {
    /** So many different words of a text are sought. */
    private static final int MOST_WORDS = 128;

    private static final int LONGEST_WORD = 128;
    private static final Pattern OPERATORS = Pattern.compile("[+#]");

    private Lucene() {}

    /**
     * Any of the text's words in any of the properties, within a workspace; '' without a word.
     *
     * <p>Only letters, digits and their marks come through, in lower case: nothing can be an operator, a field or the end
     * of a bracket. The workspace's term weighs nothing.
     */
    static String query(String workspaceId, String text, String... properties) {
        List<String> words = words(text);
        if (words.isEmpty()) {
            return "";
        }
        String any = String.join(" ", words);
        String sought = Arrays.stream(properties)
                .map(property -> property + ":(" + any + ")")
                .collect(Collectors.joining(" "));
        return "+workspace_term:ws" + workspaceId.replace("-", "") + "^0 +(" + sought + ")";
    }

    private static List<String> words(String text) {
        List<String> words = all(text);
        List<String> telling =
                words.stream().filter(word -> !Terms.isCommon(word)).toList();
        return (telling.isEmpty() ? words : telling).stream().limit(MOST_WORDS).toList();
    }

    private static List<String> all(String text) {
        return Arrays.stream(Names.key(text).split(" ", -1))
                .map(word -> OPERATORS.matcher(word).replaceAll(""))
                .filter(word -> !word.isEmpty() && word.length() <= LONGEST_WORD)
                .distinct()
                .toList();
    }
}
