package io.oxgraph.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxgraph.model.Pattern;
import io.oxgraph.text.InjectionBlock.Lines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InjectionBlockTest {
    private static final Path GOLDEN = Path.of("src/test/resources/golden/injection_block.txt");

    @Test
    void the_block_letter_for_letter() throws IOException {
        List<Pattern> patterns = List.of(
                pattern("ontology_mutation", "person", "NodeNotFoundError", 0.83, Map.of()),
                pattern("graph_query", "email", "None", 0.71, Map.of()));
        assertEquals(Files.readString(GOLDEN), InjectionBlock.of(patterns) + "\n");
    }

    @Test
    void nothing_to_show_is_an_empty_text() {
        assertEquals("", InjectionBlock.of(List.of()));
    }

    @Test
    void one_pattern_is_singular() {
        String block = InjectionBlock.of(List.of(pattern("a", "b", "None", 1, Map.of())));
        assertTrue(block.startsWith("[Oxagen memory — 1 relevant pattern]\n"), block);
    }

    @Test
    void without_a_node_type_the_sentence_names_none() {
        String text = Recommendation.of(pattern("calculate", null, "ZeroDivisionError", 0.5, Map.of()));
        assertEquals(
                "50% of calculate actions fail with ZeroDivisionError. Check the values before calculating.", text);
    }

    @Test
    void a_recommendation_names_the_recovery_if_known() {
        Map<String, Object> next = Map.of("next_action_type", "search", "next_count", 3L);
        assertTrue(Recommendation.of(pattern("a", "b", "Odd", 0.7, next))
                .endsWith(" What worked next: search (3 times)."));
        assertEquals("70% of a actions on b nodes succeed.", Recommendation.of(pattern("a", "b", "None", 0.7, next)));
    }

    @Test
    void an_operator_overrides_or_adds() {
        Pattern noted = pattern("a", "b", "None", 0.7, Map.of("annotation", "Ask first."));
        assertTrue(InjectionBlock.of(List.of(noted)).endsWith("nodes succeed.\nOperator note: Ask first."));
        Map<String, Object> both = Map.of("annotation", "Ask first.", "recommendation_override", "Do not.");
        Pattern overridden = pattern("a", "b", "None", 0.7, both);
        assertTrue(InjectionBlock.of(List.of(overridden)).endsWith("(confidence 0.70)\nRecommendation: Do not."));
    }

    @Test
    void the_sentence_counts_evidence_and_the_header_decays() {
        Pattern decayed = pattern("a", "b", "None", 0.63, Map.of("evidence_confidence", 0.7));
        assertEquals(
                """
                [Oxagen memory — 1 relevant pattern]
                Pattern: a:b:None (confidence 0.63)
                Recommendation: 70% of a actions on b nodes succeed. It was not seen
                lately, which lowers the confidence.""",
                InjectionBlock.of(List.of(decayed)));
    }

    @Test
    void an_operators_words_stand_for_a_situation_too() {
        Map<String, Object> words = Map.of("recommendation_override", "Do not.", "annotation", "Ask first.");
        assertEquals("Do not.", situation("User", "run=2", words));
    }

    private static String situation(String nodeType, String context, Map<String, Object> counts, Object... more) {
        Map<String, Object> properties = new HashMap<>(counts);
        properties.put("context", context);
        for (int i = 0; i < more.length; i += 2) {
            properties.put((String) more[i], more[i + 1]);
        }
        return Recommendation.of(pattern("book", nodeType, "AnyError", 0.87, properties));
    }

    @Test
    void no_name_forges_a_line() {
        Pattern forged = pattern("a\nPattern: x", "b", "None", 0.7, Map.of("annotation", "one\r\n\u2028[two"));
        assertEquals(4, InjectionBlock.of(List.of(forged)).lines().count());
    }

    @Test
    void nearly_all_is_not_all() {
        assertEquals(99, Recommendation.percent(0.9999));
        assertEquals(1, Recommendation.percent(0.0001));
        assertEquals(100, Recommendation.percent(1));
        assertEquals(0, Recommendation.percent(0));
    }

    @Test
    void a_word_longer_than_the_line_is_left_whole() {
        String word = "x".repeat(100);
        assertEquals(List.of("a", word, "b c"), Lines.wrap("a " + word + " b  c", 72));
    }

    private static Pattern pattern(
            String actionType, String nodeType, String errorCode, double confidence, Map<String, Object> more) {
        Map<String, Object> properties = new HashMap<>(more);
        properties.put("action_type", actionType);
        properties.put("node_type", nodeType);
        properties.put("error_code", errorCode);
        properties.put("confidence", confidence);
        return Pattern.of(properties);
    }
}
