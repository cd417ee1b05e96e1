package io.oxgraph.recall;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxgraph.recall.MessageItem.ConversationKey;
import io.oxgraph.recall.MessageItem.TurnTraits;
import io.oxgraph.recall.MessageScoring.Options;
import io.oxgraph.recall.MessageScoring.Turn;
import io.oxgraph.recall.RecallRequest.Rules;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MessageScoringTest {
    private static final Options OPTIONS = new Options(0.65, 0.35, List.of());
    private static final TurnTraits PLAIN = new TurnTraits(10, false);

    @Test
    void a_single_message_scores_by_itself_and_its_conversation() {
        double score = scores(OPTIONS, turn("a", "c", 0, 0.8, 1)).get("a");
        double own = 0.65 * 0.8 + 0.35;
        assertEquals(own + 0.3 * own, score, 1e-12);
    }

    @Test
    void neighbours_lend_it_theirs_the_one_before_most() {
        Turn[] turns = {
            turn("before", "c", 4, 0.4, 0),
            turn("it", "c", 5, 0, 0),
            turn("after", "c", 6, 0.2, 0),
            turn("beyond", "c", 7, 0.6, 0)
        };
        double with = scores(OPTIONS, turns).get("it");
        double without = scores(without(Rules.NEIGHBOURS), turns).get("it");
        assertEquals(0.65 * (0.4 * 0.4 + 0.3 * 0.2 + 0.1 * 0.6), with - without, 1e-12);
    }

    @Test
    void a_long_message_gains_nothing_from_neighbours() {
        Turn before = turn("before", "c", 0, 0.5, 0);
        Turn it = new Turn("it", in("c"), 1, null, 0, 0, 0, new TurnTraits(40, false), 0, 0, 0);
        double lent = scores(OPTIONS, before, it).get("it")
                - scores(without(Rules.NEIGHBOURS), before, it).get("it");
        assertEquals(0.65 * 0.5 * 0.4 * 10 / 40, lent, 1e-12);
    }

    @Test
    void other_conversations_are_no_neighbours_and_the_better_one_lifts_its_turns() {
        Map<String, Double> scores = scores(
                OPTIONS,
                turn("a", "c", 0, 0.5, 0),
                turn("b", "c", 9, 0.5, 0),
                turn("x", "d", 1, 0.5, 0),
                turn("y", "d", 8, 0.1, 0));
        assertTrue(scores.get("a") > scores.get("x"));
    }

    @Test
    void the_speaker_counts_and_questions_are_penalised() {
        Turn asked = new Turn("q", in("c"), 0, null, 0.5, 0, 0, new TurnTraits(6, true), 0, 0, 0);
        Turn coveredBySources = new Turn("t", in("d"), 0, null, 0.5, 0, 0, new TurnTraits(6, false), 0, 0, 0);
        Turn theirs = new Turn(
                "a", in("e"), 0, null, 0.5, 0, 0, new TurnTraits(6, false), MessageScoring.SPEAKER_BONUS, 0, 0);
        Map<String, Double> scores = scores(OPTIONS, asked, coveredBySources, theirs);
        assertEquals(0.25, scores.get("t") - scores.get("q"), 1e-12);
        assertEquals(0.5, scores.get("a") - scores.get("t"), 1e-12);
    }

    @Test
    void what_was_derived_from_a_message_counts_for_it() {
        Turn derived = new Turn("d", in("c"), 0, null, 0.5, 0, 0.6, PLAIN, 0, 0, 0);
        Turn alone = turn("a", "c", 9, 0.5, 0);
        Map<String, Double> scores = scores(OPTIONS, derived, alone);
        assertEquals(0.1 * 0.6, scores.get("d") - scores.get("a"), 1e-12);
    }

    @Test
    void messages_within_the_window_are_preferred() {
        Turn dated = new Turn("d", in("c"), 0, null, 0.5, 0, 0, PLAIN, 0, 0.5, 0);
        Turn plain = turn("p", "d", 0, 0.5, 0);
        Map<String, Double> scores = scores(OPTIONS, dated, plain);
        assertEquals(0.35 / 2, scores.get("d") - scores.get("p"), 1e-12);
    }

    @Test
    void what_says_the_kind_of_thing_that_is_asked_for_is_preferred() {
        Turn named = new Turn("n", in("c"), 0, null, 0.5, 0, 0, PLAIN, 0, 0, 0.5);
        Turn plain = turn("p", "d", 0, 0.5, 0);
        Turn wordy = new Turn("w", in("e"), 0, null, 0.5, 0, 0, new TurnTraits(80, false), 0, 0, 1);
        Map<String, Double> scores = scores(OPTIONS, named, plain, wordy);
        assertEquals(0.3 / 2, scores.get("n") - scores.get("p"), 1e-12);
        assertEquals(0.3 / 2, scores.get("w") - scores.get("p"), 1e-12);
    }

    @Test
    void a_question_asks_for_a_time_or_a_name() {
        TurnTraits both = TurnTraits.of("Anna", "I went to Rome last week with Carla and Zoe");
        assertEquals(new TurnTraits(8, false, true, 2), both);
        assertEquals(1, WantedAnswer.of("When did she go?").in(both));
        assertEquals(1, WantedAnswer.of("Which month did she go in?").in(both));
        assertEquals(1, WantedAnswer.of("Where did she go?").in(both));
        assertEquals(1, WantedAnswer.of("What Italian city did she see?").in(both));
        assertEquals(0, WantedAnswer.of("What did she eat?").in(both));
        TurnTraits neither = TurnTraits.of("Anna", "That was so nice. Really! I'm glad this time");
        assertEquals(0, WantedAnswer.of("When was it?").in(neither));
        assertEquals(0, WantedAnswer.of("Who was there?").in(neither));
    }

    @Test
    void what_says_when() {
        for (String said : List.of("since Monday", "in 2019", "three weeks", "12 years", "yesterday", "last summer")) {
            assertTrue(TurnTraits.of(null, said).dated(), said);
        }
        for (String said : List.of("every day", "in 1812 pieces", "the years go by", "")) {
            assertFalse(TurnTraits.of(null, said).dated(), said);
        }
    }

    @Test
    void names_are_capitalised_inside_a_sentence() {
        assertEquals(1, NameWords.in("We read \u201cDune\u201d again"));
        assertEquals(1, NameWords.in("We saw Rome. Rome was warm"));
        assertEquals(2, NameWords.in("We saw Rome, Paris and Vienna"));
        assertEquals(0, NameWords.in("Rome? That I'd like. Who goes: You?"));
    }

    @Test
    void nothing_found_is_no_division_by_zero() {
        assertEquals(Map.of(), scores(OPTIONS));
        assertEquals(0, scores(OPTIONS, turn("a", "c", 0, 0, 0)).get("a"));
    }

    @Test
    void traits_of_a_message() {
        assertEquals(new TurnTraits(5, false, true, 1), TurnTraits.of("Anna", "I went to Rome yesterday"));
        assertEquals(new TurnTraits(3, true), TurnTraits.of(null, "Do you sing? "));
        assertEquals(new TurnTraits(4, true), TurnTraits.of(null, "Do you sing? [a choir]"));
        assertEquals(new TurnTraits(2, false), TurnTraits.of("May", "Thanks"));
    }

    @Test
    void a_speaker_is_compared_with_those_whom_they_talk_with() {
        Turn anna = new Turn("a", in("c"), 0, "Anna", 0.5, 0, 0, PLAIN, MessageScoring.SPEAKER_BONUS, 0, 0);
        Turn ben = new Turn("b", in("c"), 1, "Ben", 0.3, 0, 0, PLAIN, 0, 0, 0);
        Turn elsewhere = new Turn("e", in("d"), 0, "Ben", 0.4, 0, 0, PLAIN, 0, 0, 0);
        Turn stranger = new Turn("s", in("d"), 1, "Carla", 0.9, 0, 0, PLAIN, 0, 0, 0);
        SpeakerLead lead = SpeakerLead.of(List.of(anna, ben, elsewhere, stranger), without("none"));
        assertEquals(List.of("a"), lead.own());
        assertEquals(List.of("e", "b"), lead.others());
    }

    private static Turn turn(String id, String conversation, long position, double cosine, double words) {
        return new Turn(id, in(conversation), position, null, cosine, words, 0, PLAIN, 0, 0, 0);
    }

    private static ConversationKey in(String conversation) {
        return new ConversationKey("", conversation);
    }

    private static Options without(String rule) {
        return new Options(0.65, 0.35, List.of(rule));
    }

    private static Map<String, Double> scores(Options options, Turn... turns) {
        double[] scores = MessageScoring.scores(List.of(turns), options);
        Map<String, Double> byId = new HashMap<>();
        for (int i = 0; i < turns.length; i++) {
            byId.put(turns[i].id(), scores[i]);
        }
        return byId;
    }
}
