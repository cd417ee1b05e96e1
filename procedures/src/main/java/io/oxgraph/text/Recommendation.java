package io.oxgraph.text;

import io.oxgraph.model.Pattern;

/** The sentences that say what a pattern means for the agent. */
public final class Recommendation {
    private Recommendation() {}

    /** The operator's words where there are some, else what was counted and what to do about it. */
    public static String of(Pattern pattern) {
        if (pattern.recommendationOverride() != null) {
            return pattern.recommendationOverride();
        }
        if (pattern.context() != null) {
            return Situational.of(pattern);
        }
        return pattern.isSuccess() ? success(pattern) : failure(pattern) + next(pattern);
    }

    private static String success(Pattern pattern) {
        return subject(pattern) + " succeed.";
    }

    private static String failure(Pattern pattern) {
        return subject(pattern) + " fail with " + pattern.errorCode() + ". " + Advice.on(pattern.errorCode());
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

    /** A share in whole percent; 0 and 100 only when nothing or everything is meant. */
    static long percent(double share) {
        if (share <= 0 || share >= 1) {
            return share <= 0 ? 0 : 100;
        }
        return Math.clamp(Math.round(share * 100), 1, 99);
    }
}
