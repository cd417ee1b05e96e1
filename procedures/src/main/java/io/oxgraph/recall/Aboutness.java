package io.oxgraph.recall;

import io.oxgraph.text.Names;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Whose words a query seeks: those of the speakers whose name, or a word of it, it has; of the user where it says I. The
 * speakers of a workspace are known by name, not by meaning.
 */
final class Aboutness {
    private static final Set<String> FIRST_PERSON = Set.of("i", "me", "my", "mine", "we", "us", "our", "ours");
    private static final String USER = "user";
    private static final int SHORTEST_PART = 3;

    private final Set<String> speakers = new HashSet<>();
    private final Set<String> nameWords = new LinkedHashSet<>();
    private final boolean user;

    Aboutness(String query, List<String> known) {
        Set<String> words = words(query);
        for (String speaker : known) {
            Set<String> named = words(speaker).stream()
                    .filter(word -> words.contains(word) && isTelling(word))
                    .collect(Collectors.toSet());
            if (!named.isEmpty()) {
                speakers.add(Names.key(speaker));
                nameWords.addAll(named);
            }
        }
        user = words.stream().anyMatch(FIRST_PERSON::contains);
    }

    /** Whether it is about anybody at all. */
    boolean isAny() {
        return user || !speakers.isEmpty();
    }

    /** Whether it is about speakers by their names. */
    boolean isNamed() {
        return !speakers.isEmpty();
    }

    boolean isAbout(MessageItem message) {
        return (user && message.role().equals(USER))
                || (message.speaker() != null && speakers.contains(Names.key(message.speaker())));
    }

    /** The text without the names of those whom the query is about; as it is where nothing would be left. */
    String withoutNames(String text) {
        if (nameWords.isEmpty()) {
            return text;
        }
        String left = Arrays.stream(Names.key(text).split(" ", -1))
                .filter(word -> !nameWords.contains(word))
                .collect(Collectors.joining(" "));
        return Terms.of(left).isEmpty() ? text : left;
    }

    /** Names of one or two letters count too where they are not a common word's. */
    private static boolean isTelling(String word) {
        return !Terms.isCommon(word) && (word.length() >= SHORTEST_PART || Terms.isWithoutBlanks(word.codePointAt(0)));
    }

    private static Set<String> words(String text) {
        return new LinkedHashSet<>(Arrays.asList(Names.key(text).split(" ", -1)));
    }
}
