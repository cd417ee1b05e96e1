package io.oxgraph.text;

import io.oxgraph.model.Pattern;
import io.oxgraph.model.Pattern.PatternContext;

/** Outcome patterns in words: which runs they are about, and how these ended. */
public final class OutcomeText {
    /** The error code of patterns of runs that ended badly. */
    public static final String FAILURE = "RunFailure";

    /** The beginning of an outcome pattern's context. */
    public static final String PREFIX = "outcome=";

    /** The beginning of the context of a way: then the kind of task, |, and the actions. */
    public static final String WAY = PREFIX + "way:";

    /** Between two actions of a way. */
    public static final String THEN = " > ";

    private OutcomeText() {}

    /** Whether a context is that of a way that worked. */
    public static boolean isWay(String context) {
        return context.startsWith(WAY);
    }

    /** What has one pattern at a time: the context; of a way its kind of task. */
    public static String subject(String context) {
        return isWay(context) ? context.substring(0, context.indexOf('|')) : context;
    }

    /** Whether a context is that of an outcome pattern. */
    public static boolean isOutcome(String context) {
        return context != null && context.startsWith(PREFIX);
    }

    /** The runs of a context, such as outcome=has:search: in which search was called. Null for an unknown one. */
    public static String words(String context) {
        String value = context.substring(PREFIX.length());
        int colon = value.indexOf(':');
        String about = value.substring(colon + 1);
        int bar = about.lastIndexOf('|');
        String first = bar < 0 ? about : about.substring(0, bar);
        String second = bar < 0 ? "" : about.substring(bar + 1);
        return switch (value.substring(0, Math.max(0, colon))) {
            case "has" -> "in which " + about + " was called";
            case "missing" -> "in which " + about + " was never called";
            case "failed" -> "in which " + about + " was called and failed";
            case "times" -> "in which " + first + " was called " + second + " times or more";
            case "way" ->
                "on " + about.substring(0, about.indexOf('|')) + " nodes that went "
                        + about.substring(about.indexOf('|') + 1);
            case "before" -> "in which " + first + " was first called before " + second;
            case "without" -> "in which " + first + " was called and " + second + " never was";
            default -> null;
        };
    }

    /** The other runs that it is compared with; empty for all others. */
    private static String others(String context) {
        String value = context.substring(PREFIX.length());
        String about = value.substring(value.indexOf(':') + 1);
        int bar = about.lastIndexOf('|');
        String first = bar < 0 ? about : about.substring(0, bar);
        return switch (value.substring(0, value.indexOf(':'))) {
            case "failed", "times", "without" -> " of the runs with " + first;
            case "before" -> " of the runs with both";
            case "way" -> " of such runs";
            default -> "";
        };
    }

    /** The name of a pattern for readers. */
    public static String name(String context, boolean isBad) {
        return "runs " + words(context) + (isBad ? ": failure" : ": success");
    }

    /** The pattern as a sentence with its counts. */
    static String sentence(Pattern pattern) {
        PatternContext context = pattern.context();
        String ended = pattern.isSuccess() ? "success " : "failure ";
        String text = "Runs " + words(context.name()) + " ended in " + ended + context.failures() + " of "
                + context.actions() + " times (otherwise " + context.otherFailures() + " of " + context.otherActions()
                + others(context.name()) + ").";
        String exceptions = context.failsFor().isEmpty()
                ? ""
                : " It does not hold for " + String.join(", ", context.failsFor()) + ".";
        return text + confounder(context.confoundedBy()) + exceptions;
    }

    private static String confounder(String by) {
        if (by == null) {
            return "";
        }
        return by.equals("agent")
                ? " Which agent runs explains this: it is no cause."
                : " The kind of task explains this: it is no cause.";
    }
}
