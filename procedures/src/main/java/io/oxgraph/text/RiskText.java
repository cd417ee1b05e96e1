package io.oxgraph.text;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The risk of a run in words. */
public final class RiskText {
    private RiskText() {}

    /**
     * The sentences that an agent is shown.
     *
     * @param reasons maps with text, runs and failures
     * @param recovery map with after, action_type, count and total; null for none
     */
    public static String of(
            double probability, double base, List<Map<String, Object>> reasons, Map<String, Object> recovery) {
        String text = "Runs like this one end badly " + Recommendation.percent(probability)
                + "% of the time (all runs: " + Recommendation.percent(base) + "%).";
        if (!reasons.isEmpty()) {
            text += " What speaks for it: "
                    + reasons.stream().map(RiskText::reason).collect(Collectors.joining("; ")) + ".";
        }
        return recovery == null ? text : text + " " + recovery(recovery);
    }

    private static String reason(Map<String, Object> reason) {
        return reason.get("text") + " (" + reason.get("failures") + " of " + reason.get("runs")
                + " such runs ended badly)";
    }

    private static String recovery(Map<String, Object> recovery) {
        return "Of " + recovery.get("total") + " runs that ended well after " + step((String) recovery.get("after"))
                + ", " + recovery.get("count") + " called " + recovery.get("action_type") + " next.";
    }

    /** A feature of a run's risk in words. */
    public static String feature(String feature) {
        String value = feature.substring(feature.indexOf('=') + 1);
        int bar = value.lastIndexOf('|');
        return switch (feature.substring(0, Math.max(0, feature.indexOf('=')))) {
            case "has" -> value + " was called";
            case "failed" -> value + " failed";
            case "times" -> value.substring(0, bar) + " was called " + value.substring(bar + 1) + " times or more";
            case "errors" -> value.equals("1") ? "a call failed" : value + " calls or more failed";
            case "next" ->
                step(value.substring(value.indexOf('>') + 1)) + after(value.substring(0, value.indexOf('>')));
            case "last" -> "the last call is " + step(value);
            case "length" -> "there were " + value + " calls or more";
            case "agent" -> "the agent is " + value;
            default -> "the same call was made twice";
        };
    }

    private static String step(String token) {
        return token.endsWith("!") ? token.substring(0, token.length() - 1) + " (failed)" : token;
    }

    private static String after(String token) {
        return token.equals("^") ? " came first" : " came right after " + step(token);
    }
}
