package io.oxgraph.recall;

import io.oxgraph.recall.MessageItem.TurnTraits;
import java.util.regex.Pattern;

/**
 * What an English question asks for, where its words tell: a time, or the name of a person, a place or a work. Messages
 * that say such a thing are preferred: docs/recall.md.
 *
 * @param time whether it asks when
 * @param name whether it asks who, where or which
 */
record WantedAnswer(boolean time, boolean name) {
    private static final Pattern TIME =
            Pattern.compile("(?i)\\b(?:when|how long|(?:what|which) (?:date|day|month|year|time))\\b");

    private static final Pattern NAME =
            Pattern.compile("(?i)\\b(?:where|who|whom|whose|which|called|names? of|what (?:\\w+ )?(?:names?|nickname"
                    + "|city|cities|country|countries|states?|places?|towns?|books?|movies?|films?|songs?|bands?|authors?"
                    + "|games?|company|companies|school|brands?|people|person))\\b");

    private static final double MOST_NAMES = 2;

    static WantedAnswer of(String question) {
        boolean time = TIME.matcher(question).find();
        return new WantedAnswer(time, !time && NAME.matcher(question).find());
    }

    /** How far a message says such a thing, 0 to 1. */
    double in(TurnTraits traits) {
        return time && traits.dated() ? 1 : name ? traits.names() / MOST_NAMES : 0;
    }
}
