package io.oxgraph.recall;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RelevanceTest {
    private static double alike(String word) {
        return 1;
    }

    private static Relevance asking(String... texts) {
        return new Relevance(List.of(texts), RelevanceTest::alike);
    }

    @Test
    void the_share_of_the_querys_words_in_their_common_form() {
        Relevance relevance = asking("Does Anna play the old cello?");
        assertEquals(1, relevance.coverage("Anna has played old cellos"));
        assertEquals(0.5, relevance.coverage("CELLO playing"));
        assertEquals(0, relevance.coverage("She sings"));
        assertEquals(0, relevance.coverage(""));
    }

    @Test
    void rare_words_weigh_more() {
        Relevance relevance = new Relevance(List.of("cello music"), Map.of("cello", 3.0, "music", 1.0)::get);
        assertEquals(0.75, relevance.coverage("a cello"));
        assertEquals(0.25, relevance.coverage("some music"));
    }

    @Test
    void the_best_of_several_ways_to_ask() {
        assertEquals(1, asking("violoncello", "cello").coverage("a cello"));
    }

    @Test
    void aTextHasAllWordsOfItselfInEveryScript() {
        for (String text : List.of("ฉันดื่มชาไม่ใส่น้ำตาล", "ｆｕｌｌ ｗｉｄｔｈ", "ﬁne ligatures", "मैं चाय पीता हूँ")) {
            assertEquals(1, asking(text).coverage(text), text);
        }
    }

    @Test
    void pairs_of_characters_count_each_by_itself_where_a_script_has_no_word_breaks() {
        assertEquals(
                2 / 3.0, asking("แมวสี").coverage("แมวดำ"), 1e-9, "two of three pairs of characters with their marks");
        Relevance relevance = new Relevance(List.of("แมว"), Map.of("แม", 3.0, "มว", 1.0)::get);
        assertEquals(0.75, relevance.coverage("แม่แมน"));
        assertEquals(1, asking("ทํางาน").coverage("ทำงาน"), "one letter or two for the same vowel");
    }

    @Test
    void words_that_any_question_has_count_where_there_are_no_others() {
        assertEquals(1, asking("What is the cello?").coverage("cello"));
        assertEquals(1, asking("who is who").coverage("who it is"));
        assertEquals(0, asking("").coverage("anything"));
        assertEquals(0, asking("?!").coverage("anything"));
    }

    @Test
    void meaning_and_words_together() {
        Relevance relevance = asking("cello lesson");
        assertEquals(0.6 * 0.5 + 0.4 * 0.5, relevance.of(0.5, "a cello"), 1e-9);
        assertEquals(1, relevance.of(1.0, "cello lesson"), 1e-9);
        assertEquals(0, relevance.of(-0.5, "a bow"), 1e-9);
        assertEquals(0.5, relevance.of(null, "a cello"), 1e-9, "words alone where no vectors were compared");
    }

    @Test
    void statements_of_other_speakers_lower_relevance() {
        SpeakerLead behind = new SpeakerLead(-0.05, List.of("own"), List.of("other"));
        Map<String, Double> relevance = Map.of("own", 0.3, "other", 0.5);
        assertEquals(-5 * 0.05 - 3 * 0.2, behind.ahead(relevance::get), 1e-9);
        assertEquals(0.5, new SpeakerLead(9, List.of("other"), List.of("own")).ahead(relevance::get), 1e-9);
        assertEquals(0, SpeakerLead.NONE.ahead(relevance::get));
    }

    @Test
    void a_lead_never_lifts_what_is_less_relevant_above_what_is_more() {
        assertEquals(0.9, SpeakerLead.applied(0.4, 0.5), 1e-9);
        assertEquals(0.1, SpeakerLead.applied(0.1, 0), 1e-9);
        assertEquals(1, SpeakerLead.applied(0.8, 0.5));
        assertEquals(0, SpeakerLead.applied(0.3, -9));
        double before = 1;
        for (double ahead = 0.5; ahead > -4; ahead -= 0.01) {
            double now = SpeakerLead.applied(0.4, ahead);
            assertTrue(now <= before && now >= 0);
            before = now;
        }
    }
}
