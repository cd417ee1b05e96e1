package io.oxgraph.recall;

import io.oxgraph.recall.MessageLines.MessageLine;
import io.oxgraph.table.Table;
import io.oxgraph.text.InjectionBlock.Lines;
import io.oxgraph.text.PromptBlocks;
import io.oxgraph.text.TokenEstimate;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * The context block of recall: one line per result, grouped, within a token budget; and that of entities alone.
 *
 * <p>Its first line is one of {@link PromptBlocks}, by which extraction knows the block when it comes back in a turn.
 */
public final class ContextBlock {
    private static final String CLOSING = "[/Memory]";

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
        Packing packing = new Packing(results.size(), budget);
        results.forEach(packing::offer);
        return packing.fitting.isEmpty() ? NOTHING : packing.block();
    }

    /** Packs the first entities that fit the budget as whole lines, in their order; an empty text when none fits. */
    public static Block packEntities(List<Map<String, Object>> entities, long budget) {
        List<String> lines = new ArrayList<>();
        List<String> ids = new ArrayList<>();
        TokenEstimate tokens = TokenEstimate.of(PromptBlocks.heading("entities", entities.size()) + '\n' + CLOSING);
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
        String text = PromptBlocks.heading("entities", lines.size()) + '\n' + String.join("\n", lines) + '\n' + CLOSING;
        return new Block(text, TokenEstimate.of(text).estimate(), ids);
    }

    /** What was offered and fits. */
    private static final class Packing {
        private final int offered;
        private final long budget;
        private final List<Map<String, Object>> fitting = new ArrayList<>();
        /** Of those that are no messages, by id. */
        private final Map<String, String> lines = new HashMap<>();
        /** The messages of each group; groups without messages have none. */
        private final Map<String, MessageLines> groups = new HashMap<>();

        private TokenEstimate tokens;

        Packing(int offered, long budget) {
            this.offered = offered;
            this.budget = budget;
            tokens = TokenEstimate.of(PromptBlocks.heading("results", offered) + '\n' + CLOSING);
        }

        void offer(Map<String, Object> result) {
            String group = ContextGroup.of(result);
            MessageLines messages = groups.getOrDefault(group, new MessageLines());
            MessageLine message = MessageLines.isMessage(result) ? new MessageLine(result) : null;
            String line = message == null ? line(result) : "";
            TokenEstimate more = message == null ? TokenEstimate.of('\n' + line) : messages.more(message);
            TokenEstimate longer = tokens.and(more);
            if (!groups.containsKey(group)) {
                longer = longer.and(group + ":\n");
            }
            if (longer.estimate() <= budget) {
                tokens = longer;
                groups.put(group, messages);
                fitting.add(result);
                if (message == null) {
                    lines.put(text(result, "id"), line);
                } else {
                    messages.add(message);
                }
            }
        }

        Block block() {
            List<String> all = new ArrayList<>();
            all.add(PromptBlocks.heading("results", fitting.size()));
            ContextGroup.sorted(fitting).forEach((group, members) -> {
                all.add(group + ':');
                members.stream()
                        .map(result -> lines.get(text(result, "id")))
                        .filter(Objects::nonNull)
                        .forEach(all::add);
                all.addAll(groups.get(group).lines());
            });
            all.add(CLOSING);
            String text = String.join("\n", all);
            List<String> ids =
                    fitting.stream().map(result -> text(result, "id")).toList();
            TokenEstimate counted = tokens.without(PromptBlocks.heading("results", offered))
                    .and(PromptBlocks.heading("results", fitting.size()));
            return new Block(text, counted.estimate(), ids);
        }
    }

    private static String line(Map<String, Object> result) {
        String date = date(result);
        String whom = LineSubject.of(result);
        return "- " + (date.isEmpty() ? "" : date + ' ')
                + (whom.isEmpty() ? "" : plain(whom) + ": ")
                + plain(shown(result))
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

    static String day(Object time) {
        return time instanceof ZonedDateTime zoned ? zoned.toLocalDate().toString() : "";
    }

    /** One line without anything that could end the block or begin another. */
    static String plain(String text) {
        return PromptBlocks.unmarked(Lines.single(text));
    }

    static String text(Map<String, Object> result, String key) {
        return result.get(key) instanceof String text ? text : "";
    }

    /** What stands in the block of a result's content. */
    static String shown(Map<String, Object> result) {
        return text(result, result.get("excerpt") == null ? "content" : "excerpt");
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
}
