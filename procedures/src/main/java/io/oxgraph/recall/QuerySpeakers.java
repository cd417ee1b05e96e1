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
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The speakers whose messages a query asks for: those whose name, or a word of it, the query contains, the user when it
 * is in the first person or about "the user", and the assistant when it asks what the assistant said ("the name that you
 * recommended", "our last conversation").
 */
final class QuerySpeakers {
    private static final Set<String> FIRST_PERSON = Set.of("i", "me", "my", "mine", "we", "us", "our", "ours");

    private static final Pattern OF_USER = Pattern.compile("(?i)\\bthe user\\b|\\buser['’]s\\b|^\\W*user\\b");

    private static final String PAST =
            "(?!need)\\w{2,}ed|came|chose|drew|found|gave|given|made|put|said|sent|showed|shown"
                    + "|taught|told|went|written|wrote";
    private static final String WHEN =
            "(?: (?:already|also|earlier|ever|first|initially|just|last|once|originally|previously|then))?";

    private static final Pattern OF_ASSISTANT = Pattern.compile("(?i)\\b(?:did you"
            + "|(?:(?:have|had) you|you(?:['’](?:ve|d)| have| had)?)" + WHEN + " (?:" + PAST + ")"
            + "|your (?:(?:earlier|first|last|previous) )?(?:advice|answers?|explanations?|instructions?"
            + "|recommendations?|reply|response|suggestions?|tips?)"
            + "|the assistant(?:['’]s)?"
            + "|our (?:earlier |last |previous )?(?:chat|conversation|discussion|exchange))\\b");

    private static final int MIN_NAME_LENGTH = 3;

    private final Set<String> names = new LinkedHashSet<>();
    private final Set<String> keys = new HashSet<>();
    private final Set<String> nameWords = new LinkedHashSet<>();
    /** By speaker, whether the query mentions them: it is asked of hundreds of messages. */
    private final Map<String, Boolean> mentioned = new HashMap<>();

    /** What is added for messages of the role that it asks for. */
    private final Map<String, Double> roles;

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
        roles = roles(query, mentions);
    }

    /** Who asks what the assistant said to them asks for the assistant's words. */
    private static Map<String, Double> roles(String query, Mentions mentions) {
        if (OF_ASSISTANT.matcher(query).find()) {
            return Map.of("assistant", MessageScoring.ASSISTANT_BONUS);
        }
        boolean user = mentions.words().stream().anyMatch(FIRST_PERSON::contains)
                || OF_USER.matcher(query).find();
        return user ? Map.of("user", MessageScoring.USER_BONUS) : Map.of();
    }

    /** Whether the query mentions a speaker, the user or the assistant. */
    boolean isAny() {
        return !roles.isEmpty() || !keys.isEmpty();
    }

    /** Whether the query mentions a speaker by name. */
    boolean isNamed() {
        return !keys.isEmpty();
    }

    /** The speakers whom it mentions, as messages name them. */
    Set<String> named() {
        return names;
    }

    /**
     * What is added to the score of a message for who says it; 0 where the query does not ask for theirs. Where it names a
     * speaker, other people who have a name are not "the user": "Tell me what Ada ate" does not ask for what Ben said.
     *
     * @param speaker null when there is none
     */
    double bonus(String role, String speaker) {
        if (speaker != null && mentioned.computeIfAbsent(speaker, this::isMentioned)) {
            return MessageScoring.SPEAKER_BONUS;
        }
        boolean isAnother = isNamed() && speaker != null && role.equals("user");
        return isAnother ? 0 : roles.getOrDefault(role, 0.0);
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
