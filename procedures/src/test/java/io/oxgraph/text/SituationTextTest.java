package io.oxgraph.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.oxgraph.model.Pattern;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SituationTextTest {
    private static final Path GOLDEN = Path.of("src/test/resources/golden/situations.txt");
    private static final List<String> PREVIOUS =
            List.of("^", "pay:ok", "pay:bad", "book:ok", "book:bad", "crm:find:bad");
    private static final List<String> RUNS = List.of("0", "1", "2", "3");

    /** Every family with each of its values; previous+run with each of both. */
    private static List<String> contexts() {
        List<String> contexts = new ArrayList<>(List.of(SituationText.ANY));
        PREVIOUS.forEach(previous -> contexts.add("previous=" + previous));
        RUNS.forEach(run -> contexts.add("run=" + run));
        PREVIOUS.forEach(previous -> RUNS.stream()
                .filter(run -> !previous.equals("^") || run.equals("0"))
                .forEach(run -> contexts.add("previous+run=" + previous + "|" + run)));
        List.of("bad", "ok", "-").forEach(value -> contexts.add("here=" + value));
        List.of("bad", "ok", "mixed", "-").forEach(value -> contexts.add("history=" + value));
        contexts.add("node=u1");
        return contexts;
    }

    /** Counts with a rest and none, one and several recoveries, none failed, and nothing counted. */
    private static List<Map<String, Object>> figures() {
        Map<String, Object> counts =
                Map.of("total_count", 15L, "action_count", 13L, "other_count", 25L, "other_failures", 7L);
        Map<String, Object> next = Map.of("next_action_type", "calculate", "next_count", 9L, "next_total", 11L);
        Map<String, Object> once = Map.of("next_action_type", "calculate", "next_count", 1L, "next_total", 1L);
        Map<String, Object> none = Map.of("total_count", 1L, "action_count", 0L);
        return List.of(counts, with(counts, next), with(counts, once), none, Map.of());
    }

    @Test
    void every_sentence_letter_for_letter() throws IOException {
        List<String> lines = new ArrayList<>();
        for (String context : contexts()) {
            Map<String, Object> first = figures().getFirst();
            lines.add(Recommendation.of(situation("User", context, first)));
            lines.add(SituationText.name(situation("User", context, first)));
        }
        for (String context : List.of(SituationText.ANY, "previous=^", "run=2", "history=bad")) {
            figures().forEach(counts -> lines.add(Recommendation.of(situation(null, context, counts))));
        }
        lines.add(SituationText.name(situation(null, "run=2", Map.of())));
        String text = String.join("\n", lines) + "\n";
        assertEquals(Files.readString(GOLDEN), text);
        for (String key : List.of("=", "|", "^", "null")) {
            assertFalse(text.contains(key), key);
        }
    }

    @Test
    void an_unknown_context_has_no_words_but_those_that_were_stored() {
        assertThrows(IllegalArgumentException.class, () -> SituationText.words("weather=fine"));
        Map<String, Object> stored = Map.of("context_text", "in fine weather", "total_count", 2L, "action_count", 1L);
        assertEquals(
                "50% of book actions fail in fine weather (1 of 2). "
                        + "Check what the action needs before proceeding, or take another way.",
                Recommendation.of(situation(null, "weather=fine", stored)));
    }

    private static Pattern situation(String nodeType, String context, Map<String, Object> counts) {
        Map<String, Object> properties = new HashMap<>(counts);
        properties.put("action_type", "book");
        properties.put("node_type", nodeType);
        properties.put("error_code", "AnyError");
        properties.put("context", context);
        return Pattern.of(properties);
    }

    private static Map<String, Object> with(Map<String, Object> some, Map<String, Object> more) {
        Map<String, Object> all = new HashMap<>(some);
        all.putAll(more);
        return all;
    }
}
