package io.oxgraph.text;

import io.oxgraph.model.Pattern;
import io.oxgraph.model.Pattern.PatternContext;

/** Situations in words: what comes before an action, to follow the words "… actions fail". */
public final class SituationText {
    /** The context of a pair of action type and node type in all its situations. */
    public static final String ANY = "any";

    /** The context of a tool that is out of order right now. */
    public static final String OUTAGE = "recent=bad";

    private static final String KIND = "of the same kind ";

    private SituationText() {}

    /**
     * The wording of a context; run=2 gives: after two failed attempts in a row.
     *
     * @throws IllegalArgumentException for an unknown context
     */
    public static String words(String context) {
        String words = find(context);
        if (words == null) {
            throw new IllegalArgumentException("no context: " + context);
        }
        return words;
    }

    /** The name of a pattern for readers: its key, and its situation in words. */
    public static String name(Pattern pattern) {
        if (pattern.context() == null) {
            return pattern.name();
        }
        if (OutcomeText.isOutcome(pattern.context().name())) {
            return OutcomeText.name(pattern.context().name(), !pattern.isSuccess());
        }
        String node = pattern.nodeType() == null ? "" : pattern.nodeType();
        return pattern.actionType() + ":" + node + ":" + pattern.errorCode() + ", " + words(pattern.context());
    }

    /** The recommendation of a context pattern: its share, situation and counts, and what to do. */
    static String sentence(Pattern pattern) {
        PatternContext context = pattern.context();
        if (OutcomeText.isOutcome(context.name())) {
            return OutcomeText.sentence(pattern);
        }
        String actions = Recommendation.actions(pattern);
        String words = words(context);
        if (context.actions() == 0) {
            return "There are no recent counts of " + actions + " " + words + ".";
        }
        return Recommendation.percent(context.share()) + "% of " + actions + " fail " + words + " ("
                + share(context.failures(), context.actions()) + otherwise(context) + ")."
                + (context.failures() == 0 ? "" : " " + advice(pattern));
    }

    private static String words(PatternContext context) {
        String words = find(context.name());
        return words == null ? context.text() : words;
    }

    private static String otherwise(PatternContext context) {
        return context.otherActions() == 0
                ? ""
                : "; otherwise " + share(context.otherFailures(), context.otherActions());
    }

    private static String share(long part, long whole) {
        return part + " of " + whole;
    }

    private static String advice(Pattern pattern) {
        PatternContext context = pattern.context();
        if (context.name().equals(OUTAGE)) {
            return "Wait some minutes, or take another way.";
        }
        if (pattern.nextActionType() == null) {
            return isRepeat(pattern.actionType(), context.name())
                    ? "Change something before the next attempt, or take another way."
                    : Recommendation.ErrorAdvice.GENERIC;
        }
        String times = context.nextTotal() == 1 ? " time)." : " times).";
        return "What worked next: " + pattern.nextActionType() + " (" + share(pattern.nextCount(), context.nextTotal())
                + times;
    }

    /** Whether the situation is an earlier failure of the same action. */
    private static boolean isRepeat(String actionType, String context) {
        String value = context.substring(context.indexOf('=') + 1);
        return switch (family(context)) {
            case "previous" -> value.equals(actionType + ":bad");
            case "run" -> !"0".equals(value);
            case "previous+run" -> !value.endsWith("|0");
            case "here", "history" -> "bad".equals(value);
            default -> "node".equals(family(context));
        };
    }

    private static String family(String context) {
        int end = context.indexOf('=');
        return end < 0 ? context : context.substring(0, end);
    }

    /** Null for an unknown context. */
    private static String find(String context) {
        String value = context.substring(context.indexOf('=') + 1);
        return switch (family(context)) {
            case ANY -> "whatever came before";
            case "previous" -> previous(value);
            case "run" -> run(value);
            case "previous+run" -> previousAndRun(value.substring(0, value.lastIndexOf('|')), value);
            case "here" -> here(value);
            case "history" -> history(value);
            case "node" -> "on this very node";
            case "recent" -> "right now, in the last minutes of all sessions";
            case "outcome" -> OutcomeText.words(context);
            default -> null;
        };
    }

    private static String previous(String value) {
        if (value.equals("^")) {
            return "as the first action of a session";
        }
        String actionType = value.substring(0, value.lastIndexOf(':'));
        return "right after a " + (value.endsWith(":bad") ? "failed " : "successful ") + actionType + " action";
    }

    private static String run(String value) {
        return value.equals("0") ? "when no attempt " + KIND + "has just failed" : "after " + attempts(value);
    }

    private static String attempts(String run) {
        return switch (run) {
            case "1" -> "one failed attempt";
            case "2" -> "two failed attempts in a row";
            default -> "three or more failed attempts in a row";
        };
    }

    private static String previousAndRun(String previous, String value) {
        String run = value.substring(value.lastIndexOf('|') + 1);
        if (previous.equals("^")) {
            return previous(previous);
        }
        return previous(previous) + (run.equals("0") ? ", " + run(run) : ", with " + attempts(run) + " so far");
    }

    private static String here(String value) {
        return switch (value) {
            case "bad" -> "when the last attempt on the same node in the session failed";
            case "ok" -> "when the last attempt on the same node in the session succeeded";
            default -> "when the node was not tried before in the session";
        };
    }

    private static String history(String value) {
        return switch (value) {
            case "bad" -> "when all attempts on the same node in earlier sessions failed";
            case "ok" -> "when all attempts on the same node in earlier sessions succeeded";
            case "mixed" -> "when some attempts on the same node in earlier sessions failed";
            default -> "when the node was not tried in earlier sessions";
        };
    }
}
