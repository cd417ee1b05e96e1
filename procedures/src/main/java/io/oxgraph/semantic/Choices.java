package io.oxgraph.semantic;

import io.oxgraph.semantic.Memory.Assertion;
import io.oxgraph.text.ChoiceDomain;
import io.oxgraph.text.Wording;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Statements that choose one thing of its kind. They have a topic without being given one, so that a later choice
 * supersedes an earlier one: {@code favourite_colour}, {@code preferred_language}, {@code prefers} dark mode. Likes,
 * visits and possessions are no choices.
 */
final class Choices {
    private static final String PREFERS = "prefers";
    /** One thing; several ({@code favourite_books}) are a list. */
    private static final Pattern ONE = Pattern.compile("(favourite|preferred)_(.+)");

    private static final Pattern PREFERENCE = Pattern.compile("(.+)_preference");
    private static final Pattern SAYS_PREFERS = Pattern.compile("(?i)\\bprefer(?:s|red)?\\s+(.+)");

    private Choices() {}

    /** Whether the name of a predicate says that only one value holds at a time. */
    static boolean isChoice(String predicate) {
        return one(predicate) != null;
    }

    /** The topic of a statement with this predicate; null when it is no choice. */
    static String topic(String predicate, Statement statement) {
        if (statement.type().equals(Assertion.EVENT) || statement.type().equals(Assertion.TASK)) {
            return null;
        }
        Matcher preference = PREFERENCE.matcher(predicate);
        if (preference.matches() && statement.type().equals(Assertion.PREFERENCE)) {
            return Wording.topic(spaced(predicate));
        }
        return predicate.equals(PREFERS) ? preferred(statement) : one(predicate);
    }

    /** The topic of {@code favourite_colour} or {@code preferred_language}; null for other predicates. */
    private static String one(String predicate) {
        Matcher choice = ONE.matcher(predicate);
        if (!choice.matches()) {
            return null;
        }
        String thing = spaced(choice.group(2));
        boolean single = Wording.topic(thing).equals(thing);
        if (!single) {
            return null;
        }
        return choice.group(1).equals("favourite") ? "favourite " + thing : thing + " preference";
    }

    private static String spaced(String name) {
        return name.replace('_', ' ');
    }

    /** The domain of what is preferred: the object, or what the sentence says after `prefers`. */
    private static String preferred(Statement statement) {
        if (statement.object() != null && statement.object().name() != null) {
            return ChoiceDomain.of(statement.object().name());
        }
        Matcher said = SAYS_PREFERS.matcher(statement.content());
        return said.find() ? ChoiceDomain.of(said.group(1)) : null;
    }
}
