package io.oxgraph.recall;

import static io.oxgraph.recall.RecallGraph.results;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxgraph.testing.Neo4jExtension;
import io.oxgraph.testing.TestGraph;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What stands in a context of texts that would fill it. */
@ExtendWith(Neo4jExtension.class)
class ExcerptsTest {
    private static final String ANSWER = "The backup of the cello recordings lies in the safe of the third floor.";

    private RecallGraph graph;

    @BeforeEach
    void fresh(TestGraph given) {
        graph = new RecallGraph(given.another());
    }

    /** So many sentences of 40 characters. */
    private static String sentences(int from, int count) {
        return IntStream.range(from, from + count)
                .mapToObj("Sentence number %05d is about the rain. "::formatted)
                .collect(Collectors.joining());
    }

    @Test
    void a_message_longer_than_the_context_shows_what_is_asked_for() {
        graph.message("c", 0, "Anna", sentences(0, 300) + ANSWER + ' ' + sentences(300, 300));
        Map<String, Object> row = graph.recall("Where is the backup of the cello recordings?");
        String context = (String) row.get("context");
        assertTrue(context.contains("Anna: … "), context);
        assertTrue(context.contains("00299 is about the rain. " + ANSWER + " Sentence number 00300"), context);
        assertTrue(context.lines().anyMatch(line -> line.endsWith(" …")), context);
        Map<String, Object> result = results(row).getFirst();
        assertEquals(true, result.get("in_context"));
        assertTrue(((String) result.get("content")).length() > 20_000);
        assertTrue(((String) result.get("excerpt")).length() <= 1_000, "an eighth of 2,000 tokens");
    }

    @Test
    void a_short_message_stands_there_whole() {
        graph.message("c", 0, "Anna", sentences(0, 20) + ANSWER);
        Map<String, Object> row = graph.recall("Where is the backup of the cello recordings?");
        assertNull(results(row).getFirst().get("excerpt"));
        assertTrue(((String) row.get("context")).contains(sentences(0, 20) + ANSWER));
    }

    @Test
    void several_long_messages_stand_there() {
        IntStream.range(0, 6)
                .forEach(i ->
                        graph.message("c", i, "Anna", sentences(i * 100, 100) + "Cello lesson " + i + " was good."));
        Map<String, Object> row = graph.recall("cello lesson");
        String context = (String) row.get("context");
        IntStream.range(0, 6).forEach(i -> assertTrue(context.contains("Cello lesson " + i), context));
    }

    @Test
    void a_text_without_a_word_of_the_query_shows_its_beginning() {
        graph.message("c", 0, "Anna", sentences(0, 100), "embedding", RecallGraph.vector(5));
        Map<String, Object> row = graph.recall("violoncello", "embedding", RecallGraph.vector(0));
        String context = (String) row.get("context");
        assertTrue(context.contains("Anna: Sentence number 00000"), context);
        assertFalse(context.contains("00099"), context);
    }

    @Test
    void a_text_without_sentences_and_blanks_is_cut_too() {
        graph.message("c", 0, "Anna", "cello " + "😀x".repeat(5_000));
        String excerpt = (String) results(graph.recall("cello")).getFirst().get("excerpt");
        assertTrue(excerpt.startsWith("cello "), excerpt);
        assertEquals(excerpt, new String(excerpt.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8));
    }

    @Test
    void scripts_without_blanks() {
        graph.message("c", 0, "Anna", "今日は雨が降っています。".repeat(200) + "鍵は金庫の中にあります。" + "明日も雨です。".repeat(200));
        String context = (String) graph.recall("鍵はどこですか").get("context");
        assertTrue(context.contains("鍵は金庫の中にあります。"), context);
    }

    @Test
    void a_script_without_blanks_and_sentences() {
        graph.message("c", 0, "Anna", "雨".repeat(900) + "金庫" + "雨".repeat(900));
        Map<String, Object> row = graph.recall("金庫", "budget", 400L);
        assertTrue(((String) row.get("context")).contains("金庫"), (String) row.get("context"));
    }

    @Test
    void whole_texts_on_demand() {
        graph.message("c", 0, "Anna", sentences(0, 40) + ANSWER);
        Map<String, Object> row =
                graph.recall("Where is the backup of the cello recordings?", "without", List.of("excerpts"));
        assertTrue(((String) row.get("context")).contains(sentences(0, 40) + ANSWER));
    }

    @ParameterizedTest
    @CsvSource({
        "key, The key lies under the flower pot beside the shed.",
        "pay, We pay the gardener on the first of each month.",
        "finance, The \ufb01nance plan lies in the safe of the third floor.",
        "München, The office in Mu\u0308nchen moves to the third floor."
    })
    void words_that_are_written_otherwise(String query, String answer) {
        String text = sentences(0, 100) + answer + ' ' + sentences(100, 100);
        graph.message("c", 0, "Anna", text, "embedding", RecallGraph.vector(5));
        String context =
                (String) graph.recall(query, "embedding", RecallGraph.vector(5)).get("context");
        assertTrue(context.contains(answer), context);
    }

    @ParameterizedTest
    @CsvSource({"1, 100", "1, 200", "1, 400", "1, 2000", "2, 400", "3, 400", "5, 1000", "10, 100", "10, 400"})
    void what_is_asked_for_fits_any_budget(long k, long budget) {
        String line = "rain ".repeat(59) + '\n';
        for (int i = 0; i < k; i++) {
            graph.message("c", i, "Anna", line.repeat(100) + i + ' ' + ANSWER + '\n' + line.repeat(100));
        }
        Map<String, Object> row =
                graph.recall("Where is the backup of the cello recordings?", "k", k, "budget", budget);
        assertTrue(((String) row.get("context")).contains(ANSWER), (String) row.get("context"));
        long shown = results(row).stream()
                .filter(result -> Boolean.TRUE.equals(result.get("in_context")))
                .count();
        assertTrue(k >= 8 || budget / k < 100 || shown == k, shown + " of " + k);
    }

    @Test
    void blanks_that_are_not_shown_take_no_room() {
        String blanks = "\n".repeat(9_000);
        graph.message("c", 0, "Anna", sentences(0, 5) + ANSWER + blanks + sentences(5, 100));
        String context = (String)
                graph.recall("Where is the backup of the cello recordings?").get("context");
        assertTrue(context.contains(ANSWER), context);
        assertTrue(context.contains("00007 is about the rain."), context);
    }

    private static final String GREETING = "Hello Anna, how are you today? It is so good to hear from you again! ";

    /** A message of some 60 tokens that greets first. */
    private void greets(int position, String said) {
        graph.message("c", position, "Ben", GREETING + said + " Let me know what you think of it, and take good care!");
    }

    @Test
    void what_fills_a_context_shows_the_line_that_matters_of_many_texts() {
        IntStream.range(0, 100).forEach(i -> greets(i, "Cello lesson number %02d was on a Tuesday.".formatted(i)));
        String context = (String) graph.recall("cello lesson").get("context");
        assertTrue(context.split("Cello lesson number", -1).length > 60, context);
        assertEquals(10, context.split("how are you today", -1).length - 1, "the first ones are whole");
        assertTrue(context.contains("Ben: … Cello lesson number"), context);
        List<Map<String, Object>> whole = results(graph.recall("cello lesson", "without", List.of("excerpts")));
        assertTrue(whole.size() < 45, "so many fit whole");
    }

    @Test
    void what_has_room_is_whole() {
        IntStream.range(0, 20).forEach(i -> greets(i, "Cello lesson number %02d was on a Tuesday.".formatted(i)));
        List<Map<String, Object>> results = results(graph.recall("cello lesson"));
        assertEquals(20, results.size());
        results.forEach(result -> assertNull(result.get("excerpt")));
    }

    @Test
    void of_a_text_without_a_word_of_the_query_that_fills_a_context_the_rarest_is_shown() {
        String said = "Kowalski brings invoice 4711 on Friday.";
        for (int i = 0; i < 100; i++) {
            String day = i == 50 ? said : "Number %02d is about the rain of that day.".formatted(i);
            List<Double> vector = RecallGraph.vector(i < 20 ? 0 : i == 50 ? 10 : 20);
            graph.message(
                    "c",
                    i,
                    "Ben",
                    GREETING + day + " So do take good care of you, and of your whole family!",
                    "embedding",
                    vector);
        }
        String context = (String)
                graph.recall("violoncello", "embedding", RecallGraph.vector(0)).get("context");
        assertTrue(context.contains("Ben: … " + said), context);
    }

    @Test
    void a_word_of_the_query_that_stands_in_nearly_every_sentence_tells_little() {
        String notes = IntStream.range(0, 120)
                .mapToObj("On day %03d the deployment crew of the office had no trouble. "::formatted)
                .collect(Collectors.joining());
        String answer = "Lunch with Oslo is on the last Tuesday of a month.";
        graph.message("c", 0, "Anna", notes + answer + ' ' + notes);
        String context = (String) graph.recall("When does the deployment crew of the office see Oslo?")
                .get("context");
        assertTrue(context.contains(answer), context);
    }

    @Test
    void an_ordinal_or_an_abbreviation_ends_no_sentence() {
        String said = "Die Abgabe ist z. B. für Frau Dr. Weber am 3. Mai um 5 Uhr.";
        graph.message("c", 0, "Anna", sentences(0, 20) + said + ' ' + sentences(20, 20));
        String context = (String) graph.recall("Abgabe", "k", 1L, "budget", 62L).get("context");
        assertTrue(context.contains("… " + said + " …"), context);
    }

    @Test
    void words_and_numbers_are_whole() {
        String rows = IntStream.range(0, 500)
                .mapToObj(
                        i -> "{\"order_id\":\"A-%05d\",\"total\":%d.25,\"status\":\"delivered\"}".formatted(i, i * 13))
                .collect(Collectors.joining(","));
        graph.message("c", 0, "Anna", rows);
        String excerpt = (String)
                results(graph.recall("status of order A-00431")).getFirst().get("excerpt");
        assertTrue(excerpt.contains("\"A-00431\",\"total\":5603.25"), excerpt);
        for (String part : excerpt.split(" ?… ?", -1)) {
            if (part.isEmpty()) {
                continue;
            }
            int at = rows.indexOf(part);
            int end = at + part.length();
            assertTrue(at <= 0 || !isOfWord(rows.charAt(at - 1)) || !isOfWord(rows.charAt(at)), part);
            assertTrue(end >= rows.length() || !isOfWord(rows.charAt(end - 1)) || !isOfWord(rows.charAt(end)), part);
        }
    }

    private static boolean isOfWord(char c) {
        return Character.isLetterOrDigit(c) || c == '.' || c == '_';
    }

    @ParameterizedTest
    @ValueSource(strings = {"e", "i", "I?", "e's", "E e i", "y"})
    @Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
    void a_query_of_one_letter_is_answered(String query) {
        graph.message("c", 0, "Anna", "The train E leaves at platform i, as e and y do. " + sentences(0, 100));
        assertEquals(1, results(graph.recall(query)).size());
    }

    @Test
    void terms_are_found_as_the_analyzer_finds_them() {
        List<String> words = List.of(
                "key keys",
                "day days daily",
                "saying says",
                "tied ties",
                "using used",
                "Anna's",
                "easy-going",
                "user@example.org",
                "München",
                "\ufb01nance",
                "鍵は金庫",
                "ΣΟΦΟΣ",
                "İstanbul",
                "don't",
                "C3-PO",
                "ated ate",
                "e i y é",
                "ye ie");
        String text = String.join("\n", words);
        for (String query : text.split("\\s+", -1)) {
            Set<String> sought = Terms.contentTerms(query).keySet();
            Set<String> expected = new HashSet<>(Terms.of(text));
            expected.retainAll(sought);
            Set<String> found = new HashSet<>(new Terms.Sought(sought).in(text));
            found.retainAll(sought);
            assertEquals(expected, found, query);
        }
    }
}
