package io.oxgraph.text;

import io.oxgraph.model.Pattern;
import io.oxgraph.model.Pattern.PatternContext;
import io.oxgraph.text.Names.Normaliser;
import java.util.List;

/** The recommendation of a pattern: a sentence with its figures and what to do. */
public final class Recommendation {
    private Recommendation() {}

    /** The operator's text if there is one, else a generated sentence. */
    public static String of(Pattern pattern) {
        if (pattern.recommendationOverride() != null) {
            return pattern.recommendationOverride();
        }
        if (pattern.context() != null) {
            return ContextSentence.of(pattern);
        }
        return pattern.isSuccess() ? success(pattern) : failure(pattern) + next(pattern);
    }

    private static String success(Pattern pattern) {
        return subject(pattern) + " succeed.";
    }

    private static String failure(Pattern pattern) {
        return subject(pattern) + " fail with " + pattern.errorCode() + ". " + ErrorAdvice.on(pattern.errorCode());
    }

    private static String subject(Pattern pattern) {
        String nodes = pattern.nodeType() == null ? "" : " on " + pattern.nodeType() + " nodes";
        return percent(pattern.evidenceConfidence()) + "% of " + pattern.actionType() + " actions" + nodes;
    }

    private static String next(Pattern pattern) {
        if (pattern.nextActionType() == null) {
            return "";
        }
        String times = pattern.nextCount() == 1 ? "1 time" : pattern.nextCount() + " times";
        return " What worked next: " + pattern.nextActionType() + " (" + times + ").";
    }

    /** A rate in whole percent; 0 and 100 only for exactly none or all. */
    static long percent(double share) {
        if (share <= 0 || share >= 1) {
            return share <= 0 ? 0 : 100;
        }
        return Math.clamp(Math.round(share * 100), 1, 99);
    }

    /** Advice for an error, by words in its code. */
    static final class ErrorAdvice {
        private static final String GENERIC = "Check what the action needs before proceeding, or take another way.";

        /** The first rule whose word is in the code applies. */
        private static final List<Rule> RULES = List.of(
                new Rule("nodenotfound", "Validate the node exists and is accessible before proceeding."),
                new Rule("entitynotfound", "Validate the node exists and is accessible before proceeding."),
                new Rule("methodnotfound", "Look up which methods are on record before choosing one."),
                new Rule("notfound", "Search for what the action names, and use the name exactly as found."),
                new Rule("noresult", "Broaden or rephrase the request, or take another way to the same answer."),
                new Rule("nosuch", "Check that what the action names exists before proceeding."),
                new Rule("keyerror", "Check that what the action names exists before proceeding."),
                new Rule("alreadyexists", "Look for what is there already, and update it instead of creating it."),
                new Rule("duplicate", "Look for what is there already, and update it instead of creating it."),
                new Rule(
                        "constraint",
                        "Look for what is there already and check the values against the schema before writing."),
                new Rule("conflict", "Read the current state again before writing."),
                new Rule("insufficient", "Check the balance before proceeding, or choose another way to pay."),
                new Rule("balance", "Check the balance before proceeding, or choose another way to pay."),
                new Rule("mismatch", "Work out the values again and compare them before proceeding."),
                new Rule("notenough", "Check availability before proceeding, and have an alternative ready."),
                new Rule("notavailable", "Check availability before proceeding, and have an alternative ready."),
                new Rule("notallowed", "Check the rules that apply to this action before proceeding."),
                new Rule("permission", "Check that this agent has the right to do so, or ask someone who has."),
                new Rule("forbidden", "Check that this agent has the right to do so, or ask someone who has."),
                new Rule("denied", "Check that this agent has the right to do so, or ask someone who has."),
                new Rule("unauthori", "Check that this agent has the right to do so, or ask someone who has."),
                new Rule("timeout", "Ask for less at a time, or allow more time."),
                new Rule("timedout", "Ask for less at a time, or allow more time."),
                new Rule("ratelimit", "Wait before the next attempt, and send fewer requests at a time."),
                new Rule("toomany", "Wait before the next attempt, and send fewer requests at a time."),
                new Rule("unavailable", "Check that the service answers, and try again later."),
                new Rule("connection", "Check that the service answers, and try again later."),
                new Rule("zerodivision", "Check the values before calculating."),
                new Rule("syntax", "Check the syntax before sending the request."),
                new Rule("pars", "Check the format of the input before proceeding."),
                new Rule("type", "Check the types of the arguments against the schema before proceeding."),
                new Rule("valid", "Check the arguments against the schema before proceeding."),
                new Rule("value", "Check the values of the arguments against the schema before proceeding."));

        private record Rule(String word, String advice) {}

        private ErrorAdvice() {}

        static String on(String errorCode) {
            String code = Normaliser.normalise(errorCode).replaceAll("[^\\p{L}\\p{N}]", "");
            return RULES.stream()
                    .filter(rule -> code.contains(rule.word))
                    .findFirst()
                    .map(Rule::advice)
                    .orElse(GENERIC);
        }
    }

    /** The recommendation of a context pattern. */
    static final class ContextSentence {
        private static final String NODE = " node";
        private static final List<String> NOT_FAILED = List.of("=0", "|0", "=ok", "=-");

        private ContextSentence() {}

        static String of(Pattern pattern) {
            return subject(pattern)
                    + outcome(pattern.context())
                    + next(pattern, pattern.context().nextTotal());
        }

        /** The subject, with the node type inserted. */
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

        /** Without failures counted here, the warning rests on the general priors. */
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

        /** Whether the situation is an earlier failure. */
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
}
