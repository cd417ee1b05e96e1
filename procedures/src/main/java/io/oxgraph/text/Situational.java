package io.oxgraph.text;

import io.oxgraph.model.Pattern;
import io.oxgraph.model.PatternContext;
import java.util.List;

/** The sentences that say what a pattern of a situation means for the agent. */
final class Situational {
    private static final String NODE = " node";
    private static final List<String> NOT_FAILED = List.of("=0", "|0", "=ok", "=-");

    private Situational() {}

    static String of(Pattern pattern) {
        return subject(pattern)
                + outcome(pattern.context())
                + next(pattern, pattern.context().nextTotal());
    }

    /** What is about a node names its type there. */
    private static String subject(Pattern pattern) {
        StringBuilder text = new StringBuilder(pattern.context().text());
        if (pattern.nodeType() != null) {
            boolean ofNode = text.indexOf("on ") == 0 && text.indexOf(NODE) > 0;
            text.insert(
                    ofNode ? text.indexOf(NODE) : 0,
                    ofNode ? " " + pattern.nodeType() : "on " + pattern.nodeType() + " nodes ");
        }
        return pattern.actionType() + " " + text + (text.indexOf(", ") > 0 ? "," : "");
    }

    /** Where nothing was counted yet that speaks for it, it rests on what agents' runs have in common. */
    private static String outcome(PatternContext context) {
        String here = share(context.failures(), context.actions());
        return context.failures() == 0
                ? " was hardly seen here (" + here + " failed), but agents mostly fail again there."
                : (isAgain(context) ? " fails again: " : " fails: ") + here + otherwise(context) + ".";
    }

    private static String otherwise(PatternContext context) {
        return context.otherActions() == 0
                ? ""
                : " (otherwise " + share(context.otherFailures(), context.otherActions()) + ")";
    }

    /** Whether the situation itself is that it failed before. */
    private static boolean isAgain(PatternContext context) {
        String name = context.name();
        return !name.startsWith("previous=") && NOT_FAILED.stream().noneMatch(name::endsWith);
    }

    private static String next(Pattern pattern, long total) {
        if (pattern.nextActionType() == null) {
            return "";
        }
        return " What worked next: " + pattern.nextActionType() + ", " + share(pattern.nextCount(), total) + ".";
    }

    private static String share(long part, long whole) {
        return part + " of " + whole;
    }
}
