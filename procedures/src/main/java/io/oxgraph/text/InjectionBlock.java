package io.oxgraph.text;

import io.oxgraph.model.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The "past experience" block that goes into an agent's prompt. */
public final class InjectionBlock {
    private static final int WIDTH = 72;

    private InjectionBlock() {}

    /** The block, without a line break at its end; '' without patterns. */
    public static String of(List<Pattern> patterns) {
        if (patterns.isEmpty()) {
            return "";
        }
        List<String> lines = new ArrayList<>();
        lines.add(header(patterns.size()));
        patterns.forEach(pattern -> add(pattern, lines));
        return String.join("\n", lines);
    }

    private static String header(int count) {
        return "[Oxagen memory — " + count + " relevant pattern" + (count == 1 ? "" : "s") + "]";
    }

    private static void add(Pattern pattern, List<String> lines) {
        lines.add("Pattern: " + Lines.single(pattern.name()) + " (confidence " + confidence(pattern) + ")");
        lines.addAll(Lines.wrap("Recommendation: " + Recommendation.of(pattern), WIDTH));
        if (pattern.annotation() != null && pattern.recommendationOverride() == null) {
            lines.addAll(Lines.wrap("Operator note: " + pattern.annotation(), WIDTH));
        }
    }

    /** Two digits, rounded as the sentence's percentage is. */
    private static String confidence(Pattern pattern) {
        return String.format(Locale.ROOT, "%.2f", Recommendation.percent(pattern.confidence()) / 100.0);
    }
}
