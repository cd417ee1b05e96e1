package io.oxgraph.text;

import io.oxgraph.model.Pattern;
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
            return SituationText.sentence(pattern);
        }
        String text = pattern.isSuccess() ? success(pattern) : failure(pattern) + next(pattern);
        return text + decay(pattern);
    }

    private static String success(Pattern pattern) {
        return subject(pattern) + " succeed.";
    }

    private static String failure(Pattern pattern) {
        return subject(pattern) + " fail with " + pattern.errorCode() + ". " + ErrorAdvice.on(pattern.errorCode());
    }

    private static String subject(Pattern pattern) {
        return percent(pattern.evidenceConfidence()) + "% of " + actions(pattern);
    }

    /** The actions that a pattern is about. */
    static String actions(Pattern pattern) {
        String nodes = pattern.nodeType() == null ? "" : " on " + pattern.nodeType() + " nodes";
        return pattern.actionType() + " actions" + nodes;
    }

    /** Says why the confidence is below the share, once it has decayed. */
    private static String decay(Pattern pattern) {
        return percent(pattern.confidence()) < percent(pattern.evidenceConfidence())
                ? " It was not seen lately, which lowers the confidence."
                : "";
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
        static final String GENERIC = "Check what the action needs before proceeding, or take another way.";

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
}
