package io.oxgraph.recall;

import io.oxgraph.text.Lines;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text that is injected: one line a result, by group, within a budget.
 *
 * <p>Its first line is one of {@code oxgraph/extraction/markers.py}, so that it is known when it comes back as a turn.
 */
public final class Context {
    private static final String CLOSING = "[/Memory]";
    /** What would look like the block's own first or last line. */
    private static final Pattern MARK =
            Pattern.compile("\\[(?=/?(?:Recalled memory|Oxagen memory|User memory|Memory)\\b)");

    private static final Block NOTHING = new Block("", 0, List.of());

    private Context() {}

    /**
     * A finished block.
     *
     * @param tokens what it takes, as estimated
     * @param ids of the results that are in it
     */
    public record Block(String text, long tokens, List<String> ids) {
        /** As Cypher sees it. */
        public Map<String, Object> asMap() {
            return Map.of("context", text, "tokens", tokens, "ids", ids);
        }
    }

    /** The best results that fit, whole; '' where none does. */
    public static Block pack(List<Map<String, Object>> results, long budget) {
        List<Map<String, Object>> fitting = new ArrayList<>();
        Set<Object> groups = new HashSet<>();
        Tokens tokens = Tokens.of(heading(results.size()) + '\n' + CLOSING);
        for (Map<String, Object> result : results) {
            String group = groups.contains(result.get("group")) ? "" : '\n' + text(result, "group") + ':';
            Tokens longer = tokens.and(group + '\n' + line(result));
            if (longer.estimate() <= budget) {
                tokens = longer;
                groups.add(result.get("group"));
                fitting.add(result);
            }
        }
        return fitting.isEmpty() ? NOTHING : block(fitting);
    }

    private static String heading(int results) {
        return "[Recalled memory — " + results + (results == 1 ? " result]" : " results]");
    }

    private static Block block(List<Map<String, Object>> results) {
        List<String> lines = new ArrayList<>();
        lines.add(heading(results.size()));
        Group.sorted(results).forEach((group, members) -> {
            lines.add(group + ':');
            members.forEach(result -> lines.add(line(result)));
        });
        lines.add(CLOSING);
        String text = String.join("\n", lines);
        List<String> ids = results.stream().map(result -> text(result, "id")).toList();
        return new Block(text, Tokens.of(text).estimate(), ids);
    }

    private static String line(Map<String, Object> result) {
        String date = date(result);
        String speaker = text(result, "speaker");
        return "- " + (date.isEmpty() ? "" : date + ' ')
                + (speaker.isEmpty() ? "" : plain(speaker) + ": ")
                + plain(text(result, "content"))
                + end(result);
    }

    private static String date(Map<String, Object> result) {
        if (RecallRequest.EPISODE.equals(result.get("kind"))) {
            return stretch(day(result.get("started_at")), day(result.get("ended_at")));
        }
        return day(RecallRequest.MESSAGE.equals(result.get("kind")) ? result.get("said_at") : result.get("dated"));
    }

    private static String stretch(String from, String to) {
        return from.isEmpty() || from.equals(to) ? to : from + (to.isEmpty() ? "" : " to " + to);
    }

    /** That it no longer holds, where it does not. */
    private static String end(Map<String, Object> result) {
        String day = day(result.get("valid_to"));
        return day.isEmpty() ? "" : " (until " + day + ')';
    }

    private static String day(Object time) {
        return time instanceof ZonedDateTime zoned ? zoned.toLocalDate().toString() : "";
    }

    /** On one line, and nothing that could end the block or begin another. */
    private static String plain(String text) {
        return MARK.matcher(Lines.single(text)).replaceAll(Matcher.quoteReplacement("("));
    }

    private static String text(Map<String, Object> result, String key) {
        return result.get(key) instanceof String text ? text : "";
    }
}
