package io.oxgraph.recall;

import io.oxgraph.text.Mentions;
import io.oxgraph.text.Names;
import io.oxgraph.text.TokenEstimate;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The speakers whose messages a query asks for: those whose name, or a word of it, the query contains, and the user
 * when it is in the first person.
 */
final class QuerySpeakers {
    private static final Set<String> FIRST_PERSON = Set.of("i", "me", "my", "mine", "we", "us", "our", "ours");
    private static final String USER = "user";
    private static final int MIN_NAME_LENGTH = 3;

    private final Set<String> names = new LinkedHashSet<>();
    private final Set<String> keys = new HashSet<>();
    private final Set<String> nameWords = new LinkedHashSet<>();
    /** By speaker, whether the query mentions them: it is asked of hundreds of messages. */
    private final Map<String, Boolean> mentioned = new HashMap<>();

    private final boolean user;

    QuerySpeakers(String query, List<String> known) {
        Mentions mentions = new Mentions(query);
        for (String speaker : known) {
            Set<String> named = Names.words(speaker).stream()
                    .filter(word -> mentions.has(word) && isDistinctive(word))
                    .collect(Collectors.toSet());
            if (!named.isEmpty()) {
                names.add(speaker);
                keys.add(Names.key(speaker));
                nameWords.addAll(named);
            }
        }
        user = mentions.words().stream().anyMatch(FIRST_PERSON::contains);
    }

    /** Whether the query mentions a speaker or the user. */
    boolean isAny() {
        return user || !keys.isEmpty();
    }

    /** Whether the query mentions a speaker by name. */
    boolean isNamed() {
        return !keys.isEmpty();
    }

    /** The speakers whom it mentions, as messages name them. */
    Set<String> named() {
        return names;
    }

    boolean isAbout(MessageItem message) {
        return isAbout(message.role(), message.speaker());
    }

    /** @param speaker null when there is none */
    boolean isAbout(String role, String speaker) {
        return (user && role.equals(USER))
                || (speaker != null && mentioned.computeIfAbsent(speaker, this::isMentioned));
    }

    private boolean isMentioned(String speaker) {
        return keys.contains(Names.key(speaker));
    }

    /** The text without the mentioned speakers' names; unchanged when nothing would be left. */
    String withoutNames(String text) {
        if (nameWords.isEmpty()) {
            return text;
        }
        String left = Mentions.without(text, nameWords);
        return Terms.of(left).isEmpty() ? text : left;
    }

    /** Whether a word identifies a speaker: no stop word, and three letters or a script without spaces. */
    private static boolean isDistinctive(String word) {
        return !Terms.isCommon(word)
                && (word.length() >= MIN_NAME_LENGTH || TokenEstimate.isWithoutBlanks(word.codePointAt(0)));
    }
}
