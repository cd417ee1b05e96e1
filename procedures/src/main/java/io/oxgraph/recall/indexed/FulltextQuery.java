package io.oxgraph.recall.indexed;

import io.oxgraph.graph.Scope;
import io.oxgraph.recall.Terms;
import io.oxgraph.text.Names;
import io.oxgraph.text.WorkspaceTerm;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Builds a Lucene query for a fulltext index from a user's text. */
final class FulltextQuery {
    /** Maximum number of distinct words searched. */
    private static final int MAX_WORDS = 128;

    private static final int MAX_WORD_LENGTH = 128;
    private static final Pattern OPERATORS = Pattern.compile("[+#]");

    private FulltextQuery() {}

    /**
     * Any word of the text in any of the properties, within a workspace and a scope; empty when the text has no word.
     *
     * <p>Only letters, digits and their marks are kept, in lower case, so that no operator, field or bracket can be
     * injected. The workspace's term has weight 0.
     */
    static String query(String workspaceId, Scope scope, String text, String... properties) {
        List<String> words = words(text);
        if (words.isEmpty()) {
            return "";
        }
        String any = String.join(" ", words);
        String sought = Arrays.stream(properties)
                .map(property -> property + ":(" + any + ")")
                .collect(Collectors.joining(" "));
        return within(workspaceId, scope) + " +(" + sought + ")";
    }

    /** A condition without weight on a property: all words of one of these names. */
    static String of(String property, Collection<String> names) {
        String either = names.stream()
                .map(FulltextQuery::all)
                .filter(words -> !words.isEmpty())
                .map(words -> words.stream()
                        .map(word -> "+" + property + ":" + word)
                        .collect(Collectors.joining(" ", "(", ")")))
                .collect(Collectors.joining(" "));
        return either.isEmpty() ? "" : "+(" + either + ")^0 ";
    }

    private static String within(String workspaceId, Scope scope) {
        return scope.allUsers()
                ? WorkspaceTerm.anyone(workspaceId)
                : WorkspaceTerm.sharedAnd(workspaceId, scope.userId());
    }

    private static List<String> words(String text) {
        List<String> words = all(text);
        List<String> contentTerms =
                words.stream().filter(word -> !Terms.isCommon(word)).toList();
        return (contentTerms.isEmpty() ? words : contentTerms)
                .stream().limit(MAX_WORDS).toList();
    }

    private static List<String> all(String text) {
        return Stream.concat(Arrays.stream(Names.key(text).split(" ", -1)), Names.asWritten(text).stream())
                .map(word -> OPERATORS.matcher(word).replaceAll(""))
                .filter(word -> !word.isEmpty() && word.length() <= MAX_WORD_LENGTH)
                .distinct()
                .toList();
    }
}
