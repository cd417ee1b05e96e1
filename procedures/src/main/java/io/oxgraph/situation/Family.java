package io.oxgraph.situation;

import java.util.List;

/**
 * The kinds of context that an action is looked at in. Each narrows another one, or the plain pair of action type and
 * node type, and borrows from it where little has been seen.
 */
public enum Family {
    /** The action before it in the session, and how that went. */
    PREVIOUS("previous", null),
    /** How often the same failed directly before in the session. */
    RUN("run", null),
    /** Both. */
    PREVIOUS_RUN("previous+run", RUN),
    /** How the same went last on this very node in the session. */
    HERE("here", null),
    /** How the same went on this very node in earlier sessions. */
    HISTORY("history", null),
    /** This very node in earlier sessions. */
    NODE("node", HISTORY);

    private static final List<Family> ALL = List.of(values());

    private final String word;
    private final Family parent;

    Family(String word, Family parent) {
        this.word = word;
        this.parent = parent;
    }

    /** All of them, each after its parent. */
    public static List<Family> all() {
        return ALL;
    }

    /** As it stands in a context's name. */
    public String word() {
        return word;
    }

    /** The family that it narrows; null for the plain pair. */
    public Family parent() {
        return parent;
    }

    /** Whether it speaks of the target; such a family is silent where a target is known only after a success. */
    public boolean isOfTarget() {
        return this == HERE || this == HISTORY || this == NODE;
    }

    /** Whether its contexts can become patterns: a single node is seen too seldom to claim anything of it. */
    public boolean isPromoted() {
        return this != NODE;
    }

    /** A context's name, such as run=2. */
    public String context(String value) {
        return word + "=" + value;
    }
}
