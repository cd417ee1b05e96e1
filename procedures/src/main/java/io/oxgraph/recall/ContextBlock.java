package io.oxgraph.recall;

import io.oxgraph.table.Table;
import io.oxgraph.text.InjectionBlock.Lines;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The context block of recall: one line per result, grouped, within a token budget; and that of entities alone.
 *
 * <p>The first line is one of {@code oxgraph/extraction/recalled_text.py}, so that extraction recognises the block when it
 * comes back in a turn.
 */
public final class ContextBlock {
    private static final String CLOSING = "[/Memory]";
    /** Text that looks like the block's own first or last line. */
    private static final Pattern MARK =
            Pattern.compile("\\[(?=/?(?:Recalled memory|Business graph|Oxagen memory|User memory|Memory)\\b)");

    private static final Block NOTHING = new Block("", 0, List.of());

    private ContextBlock() {}

    /**
     * A finished block.
     *
     * @param tokens estimated number of tokens
     * @param ids ids of the results in it
     */
    public record Block(String text, long tokens, List<String> ids) {
        /** As a Cypher map. */
        public Map<String, Object> asMap() {
            return Map.of("context", text, "tokens", tokens, "ids", ids);
        }
    }

    /** Packs the first results that fit the budget as whole lines; an empty text when none fits. */
    public static Block pack(List<Map<String, Object>> results, long budget) {
        List<Map<String, Object>> fitting = new ArrayList<>();
        Set<String> headings = new HashSet<>();
        TokenEstimate tokens = TokenEstimate.of(heading(results.size()) + '\n' + CLOSING);
        for (Map<String, Object> result : results) {
            List<String> above = new ArrayList<>(headings(result));
            above.removeAll(headings);
            TokenEstimate longer = tokens.and('\n' + line(result));
            for (String heading : above) {
                longer = longer.and(heading + '\n');
            }
            if (longer.estimate() <= budget) {
                tokens = longer;
                headings.addAll(above);
                fitting.add(result);
            }
        }
        return fitting.isEmpty() ? NOTHING : block(fitting);
    }

    /** The lines above a result's own: its group, and the day of a message. */
    private static List<String> headings(Map<String, Object> result) {
        String group = ContextGroup.of(result) + ':';
        return MessageDay.isMessage(result) ? List.of(group, MessageDay.heading(result)) : List.of(group);
    }

    /** Packs the first entities that fit the budget as whole lines, in their order; an empty text when none fits. */
    public static Block packEntities(List<Map<String, Object>> entities, long budget) {
        List<String> lines = new ArrayList<>();
        List<String> ids = new ArrayList<>();
        TokenEstimate tokens = TokenEstimate.of(entityHeading(entities.size()) + '\n' + CLOSING);
        for (Map<String, Object> entity : entities) {
            TokenEstimate longer = tokens.and('\n' + line(entity));
            if (longer.estimate() <= budget) {
                tokens = longer;
                lines.add(line(entity));
                ids.add(text(entity, "id"));
            }
        }
        if (lines.isEmpty()) {
            return NOTHING;
        }
        String text = entityHeading(lines.size()) + '\n' + String.join("\n", lines) + '\n' + CLOSING;
        return new Block(text, TokenEstimate.of(text).estimate(), ids);
    }

    private static String entityHeading(int entities) {
        return "[Business graph — " + entities + (entities == 1 ? " entity]" : " entities]");
    }

    private static String heading(int results) {
        return "[Recalled memory — " + results + (results == 1 ? " result]" : " results]");
    }

    private static Block block(List<Map<String, Object>> results) {
        List<String> lines = new ArrayList<>();
        lines.add(heading(results.size()));
        ContextGroup.sorted(results).forEach((group, members) -> {
            lines.add(group + ':');
            members.stream().filter(result -> !MessageDay.isMessage(result)).forEach(result -> lines.add(line(result)));
            MessageDay.sorted(members).forEach((day, said) -> {
                lines.add(day);
                said.forEach(result -> lines.add(line(result)));
            });
        });
        lines.add(CLOSING);
        String text = String.join("\n", lines);
        List<String> ids = results.stream().map(result -> text(result, "id")).toList();
        return new Block(text, TokenEstimate.of(text).estimate(), ids);
    }

    private static String line(Map<String, Object> result) {
        String date = MessageDay.isMessage(result) ? "" : date(result);
        String whom = LineSubject.of(result);
        return "- " + (date.isEmpty() ? "" : date + ' ')
                + (whom.isEmpty() ? "" : plain(whom) + ": ")
                + plain(text(result, "content"))
                + end(result);
    }

    private static String date(Map<String, Object> result) {
        if (RecallRequest.EPISODE.equals(result.get("kind"))) {
            return stretch(day(result.get("started_at")), day(result.get("ended_at")));
        }
        return day(result.get("dated"));
    }

    private static String stretch(String from, String to) {
        return from.isEmpty() || from.equals(to) ? to : from + (to.isEmpty() ? "" : " to " + to);
    }

    /** The end of validity, when there is one. */
    private static String end(Map<String, Object> result) {
        String day = day(result.get("valid_to"));
        return day.isEmpty() ? "" : " (until " + day + ')';
    }

    private static String day(Object time) {
        return time instanceof ZonedDateTime zoned ? zoned.toLocalDate().toString() : "";
    }

    /** One line without anything that could end the block or begin another. */
    private static String plain(String text) {
        return MARK.matcher(Lines.single(text)).replaceAll(Matcher.quoteReplacement("("));
    }

    private static String text(Map<String, Object> result, String key) {
        return result.get(key) instanceof String text ? text : "";
    }

    /**
     * The messages of a day, in the order of their time: the date stands above them once. Where no name says whose
     * words they are, the conversation stands there too.
     */
    static final class MessageDay {
        private static final Comparator<Map<String, Object>> BY_TIME = Comparator.comparing(
                        (Map<String, Object> result) ->
                                result.get("said_at") instanceof ZonedDateTime time ? time.toInstant() : Instant.MIN)
                .thenComparing(result -> text(result, "conversation_id"))
                .thenComparing(result -> result.get("position") instanceof Number place ? place.longValue() : 0L);

        private MessageDay() {}

        static boolean isMessage(Map<String, Object> result) {
            return RecallRequest.MESSAGE.equals(result.get("kind"));
        }

        static String heading(Map<String, Object> result) {
            String where = LineSubject.conversationOf(result);
            String day = day(result.get("said_at"));
            return plain(day + (day.isEmpty() || where.isEmpty() ? "" : ", ") + where) + ':';
        }

        /** The messages among the results, by heading. */
        static Map<String, List<Map<String, Object>>> sorted(Collection<Map<String, Object>> results) {
            Map<String, List<Map<String, Object>>> days = new TreeMap<>();
            results.stream().filter(MessageDay::isMessage).sorted(BY_TIME).forEach(result -> days.computeIfAbsent(
                            heading(result), day -> new ArrayList<>())
                    .add(result));
            return days;
        }
    }

    /** The groups of a context block. */
    static final class ContextGroup {
        private static final String RECENT = "Recent";
        private static final Map<String, String> BY_TYPE = Table.read("memory_types").stream()
                .filter(row -> !row.get("heading").isEmpty())
                .collect(Collectors.toUnmodifiableMap(row -> row.get("type"), row -> row.get("heading")));

        private ContextGroup() {}

        /** Group of a memory type; Recent for all others and for messages. */
        static String of(String type) {
            return BY_TYPE.getOrDefault(type, RECENT);
        }

        /** Group of a result. */
        static String of(Map<String, Object> result) {
            return result.get("group") instanceof String group ? group : RECENT;
        }

        /** Results by group: the largest group first, ties by the best result. */
        static Map<String, List<Map<String, Object>>> sorted(List<Map<String, Object>> results) {
            Map<String, List<Map<String, Object>>> groups = new LinkedHashMap<>();
            for (Map<String, Object> result : results) {
                groups.computeIfAbsent(of(result), name -> new ArrayList<>()).add(result);
            }
            Map<String, List<Map<String, Object>>> sorted = new LinkedHashMap<>();
            groups.entrySet().stream()
                    .sorted(Comparator.comparingInt(group -> -group.getValue().size()))
                    .forEach(group -> sorted.put(group.getKey(), group.getValue()));
            return sorted;
        }
    }

    /**
     * Estimate of a text's language model tokens: four characters per token, rounded up; one per character in scripts
     * without spaces and per emoji.
     */
    record TokenEstimate(long single, long others) {
        private static final int CHARACTERS = 4;

        static TokenEstimate of(String text) {
            long single = text.codePoints().filter(TokenEstimate::isSingle).count();
            return new TokenEstimate(single, text.codePointCount(0, text.length()) - single);
        }

        /** The estimate for both texts together. */
        TokenEstimate and(String text) {
            TokenEstimate more = of(text);
            return new TokenEstimate(single + more.single, others + more.others);
        }

        long estimate() {
            return single + Math.ceilDiv(others, CHARACTERS);
        }

        private static boolean isSingle(int point) {
            return Terms.isWithoutBlanks(point)
                    || Character.UnicodeScript.of(point) == Character.UnicodeScript.HANGUL
                    || Character.isSupplementaryCodePoint(point);
        }
    }
}
