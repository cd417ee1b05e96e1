package io.oxgraph.recall;

import static io.oxgraph.recall.RecallGraph.notes;
import static io.oxgraph.recall.RecallGraph.results;
import static io.oxgraph.recall.RecallGraph.vector;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxgraph.testing.Neo4jExtension;
import io.oxgraph.testing.TestGraph;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A query from end to end. */
@ExtendWith(Neo4jExtension.class)
class RecallTest {
    private RecallGraph graph;

    @BeforeEach
    void fresh(TestGraph given) {
        graph = new RecallGraph(given.another());
    }

    @Test
    void memories_and_messages_in_one_ranking() {
        graph.remember("Anna plays the cello", "embedding", vector(10));
        graph.remember("Anna likes green tea", "embedding", vector(80));
        graph.message("c", 0, "Anna", "My cello lesson went well", "embedding", vector(15));
        graph.message("c", 1, "Ben", "The weather is bad", "embedding", vector(85));
        Map<String, Object> row = graph.recall("Which instrument, the cello?", "embedding", vector(0), "k", 2L);
        assertEquals(
                List.of("My cello lesson went well", "Anna plays the cello"),
                results(row).stream().map(result -> result.get("content")).toList());
        assertEquals(
                """
                [Recalled memory — 2 results]
                Recent:
                2025-10-02:
                Anna: My cello lesson went well
                Facts:
                - Anna plays the cello
                [/Memory]""",
                row.get("context"));
    }

    @Test
    void an_operator_asks_with_words_alone() {
        graph.remember("Anna plays the cello");
        Map<String, Object> row = graph.recall("cello");
        assertEquals("Anna plays the cello", results(row).getFirst().get("content"));
        assertEquals("Anna", results(row).getFirst().get("subject"));
        assertTrue(notes(row).get("dropped").toString().contains("no_vector"));
    }

    @Test
    void nothing_is_stored() {
        Map<String, Object> row = graph.recall("cello");
        assertEquals(List.of(), results(row));
        assertEquals("nothing_stored", notes(row).get("empty_because"));
        assertEquals("", row.get("context"));
    }

    /** Thai, Lao, Khmer, Burmese: what is said of a cat and of the weather, and what the cat is called. */
    private static final List<List<String>> WITHOUT_WORD_BREAKS = List.of(
            List.of("แมวของฉันชื่อมะลิ", "วันนี้อากาศร้อนมาก", "แมวชื่ออะไร"),
            List.of("ແມວຂອງຂ້ອຍຊື່ມະລິ", "ມື້ນີ້ອາກາດຮ້ອນຫຼາຍ", "ແມວຊື່ຫຍັງ"),
            List.of("ឆ្មារបស់ខ្ញុំឈ្មោះម្លិះ", "ថ្ងៃនេះអាកាសធាតុក្តៅណាស់", "ឆ្មាឈ្មោះអ្វី"),
            List.of("ကျွန်တော့်ကြောင်နာမည်က စံပယ်ပါ", "ဒီနေ့ရာသီဥတုပူတယ်", "ကြောင်နာမည်ဘာလဲ"));

    @Test
    void a_part_of_a_sentence_is_found_where_a_script_has_no_blanks() {
        for (List<String> said : WITHOUT_WORD_BREAKS) {
            graph.remember(said.get(0));
            graph.message("c", WITHOUT_WORD_BREAKS.indexOf(said), "Anna", said.get(1));
        }
        for (List<String> said : WITHOUT_WORD_BREAKS) {
            assertEquals(
                    said.get(0),
                    results(graph.recall(said.get(2))).stream()
                            .map(result -> result.get("content"))
                            .findFirst()
                            .orElse(null));
        }
    }
}
