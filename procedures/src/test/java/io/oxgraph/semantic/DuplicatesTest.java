package io.oxgraph.semantic;

import static io.oxgraph.semantic.Plain.NOW;
import static io.oxgraph.semantic.Plain.home;
import static io.oxgraph.semantic.Plain.memory;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.oxgraph.semantic.Memory.Status;
import io.oxgraph.semantic.Statement.ModelJudgements;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DuplicatesTest {
    private final Duplicates duplicates = new Duplicates(Plain.conflicts(new ChangeSet(NOW)), Plain.SETTINGS);

    private Duplicates.Match match(Memory fresh, Memory... around) {
        return duplicates
                .find(fresh, ModelJudgements.NONE, List.of(around), List.of())
                .match();
    }

    /** A statement whose vector's cosine with that of "old" is the one asked for. */
    private static Plain near(String content, double cosine) {
        return memory(content).predicate("likes").vector(Math.toDegrees(Math.acos(cosine)));
    }

    private static Memory old() {
        return memory("likes tea").predicate("likes").vector(0).since(0);
    }

    @Test
    void the_same_words_are_the_same_statement() {
        Memory old = home("oslo").since(0);
        Memory fresh = memory("ANNA  lives in\toslo").since(5);
        assertEquals(new Duplicates.Match(old, Duplicates.By.HASH, Double.NaN), match(fresh, old));
    }

    @Test
    void the_same_value_of_a_stateful_predicate_is_the_same_statement() {
        Memory old = home("oslo").since(0);
        assertEquals(
                Duplicates.By.VALUE,
                match(memory("her home is oslo").object("oslo").since(5), old).by());
        Memory likes = memory("likes oslo").predicate("likes").object("oslo").since(0);
        assertNull(
                match(memory("fond of oslo").predicate("likes").object("oslo").since(5), likes));
    }

    @ParameterizedTest
    @CsvSource({"0.95, true", "0.921, true", "0.919, false", "0.86, false", "0.5, false"})
    void meaning_alone_needs_more_than_092(double cosine, boolean same) {
        assertEquals(same, match(near("fond of tea", cosine).since(1), old()) != null);
    }

    @ParameterizedTest
    @CsvSource({"0.93, MEANING", "0.919, JUDGE", "0.851, JUDGE", "0.849, "})
    void between_085_and_092_a_judge_decides(double cosine, Duplicates.By by) {
        ModelJudgements judged = new ModelJudgements(true, Map.of("likes tea", true), Map.of());
        Duplicates.Match match = duplicates
                .find(near("fond of tea", cosine).since(1), judged, List.of(old()), List.of())
                .match();
        assertEquals(by, match == null ? null : match.by());
    }

    @Test
    void without_a_judgement_the_near_ones_are_named_the_nearest_first() {
        Memory far = memory("likes green tea").predicate("likes").vector(55).since(0);
        Memory fresh = near("fond of tea", 0.88).since(1);
        Duplicates.Found found =
                duplicates.find(fresh, new ModelJudgements(true, Map.of(), Map.of()), List.of(far, old()), List.of());
        assertNull(found.match());
        assertEquals(
                List.of("likes green tea", "likes tea"),
                found.undecided().stream().map(match -> match.memory().id()).toList());
        ModelJudgements no = new ModelJudgements(true, Map.of("likes tea", false, "likes green tea", false), Map.of());
        assertEquals(new Duplicates.Found(null, List.of()), duplicates.find(fresh, no, List.of(far, old()), List.of()));
    }

    @Test
    void user_memory_takes_085_and_asks_nobody() {
        Memory fresh = near("fond of tea", 0.86).policy("confidence").since(1);
        assertEquals(Duplicates.By.MEANING, match(fresh, old()).by());
        Duplicates.Found found = duplicates.find(
                near("fond of tea", 0.849).policy("confidence").since(1),
                new ModelJudgements(true, Map.of(), Map.of()),
                List.of(old()),
                List.of());
        assertEquals(new Duplicates.Found(null, List.of()), found);
    }

    @ParameterizedTest
    @CsvSource({"1.0, true, JUDGE", "0.86, true, JUDGE", "1.0, false, ", "0.849, true, "})
    void with_another_predicate_only_a_judge_decides(double cosine, boolean same, Duplicates.By by) {
        Memory fresh = near("fond of tea", cosine).predicate("drinks").since(1);
        ModelJudgements judged = new ModelJudgements(true, Map.of("likes tea", same), Map.of());
        Duplicates.Match match =
                duplicates.find(fresh, judged, List.of(), List.of(old())).match();
        assertEquals(by, match == null ? null : match.by());
        Duplicates.Found open =
                duplicates.find(fresh, new ModelJudgements(true, Map.of(), Map.of()), List.of(), List.of(old()));
        assertEquals(cosine < 0.85 ? 0 : 1, open.undecided().size());
    }

    @ParameterizedTest
    @CsvSource({
        "likes 2 teas",
        "does not like tea",
        "is fond of tea from Assam",
        "never likes tea",
    })
    void digits_negations_and_names_distinguish(String content) {
        assertNull(match(near(content, 0.99).since(1), old()));
    }

    @ParameterizedTest
    @CsvSource({
        "Anna lives in a castle, false",
        "Anna lives in a very small castle, false",
        "Anna lives in a house by the sea, true",
        "Anna has a house to live in, true",
    })
    void of_one_value_another_word_is_another_value(String content, boolean same) {
        Memory old = memory("Anna lives in a house").vector(0).since(0);
        Memory fresh = memory(content).vector(5).since(1);
        assertEquals(same, match(fresh, old) != null);
        Memory likes = memory("Anna likes a house").predicate("likes").vector(0).since(0);
        assertEquals(
                Duplicates.By.MEANING,
                match(memory("Anna likes a castle").predicate("likes").vector(5).since(1), likes)
                        .by());
    }

    @Test
    void the_surest_rule_goes_before_the_nearest_vector() {
        Memory near = memory("is at home in oslo").vector(1).since(0);
        Memory value = memory("oslo is home").object("oslo").vector(80).since(0);
        Memory fresh = memory("home: oslo").object("oslo").vector(0).since(1);
        assertSame(value, match(fresh, near, value).memory());
        Memory hash = memory("Home: Oslo").vector(90).since(0);
        assertSame(hash, match(fresh, near, value, hash).memory());
    }

    @Test
    void of_several_of_one_rule_the_nearest_then_the_first_recorded() {
        Memory fresh = memory("tea").vector(0).since(9);
        Memory near = memory("tea").vector(5).object("b").since(3);
        Memory far = memory("tea").vector(50).object("a").since(1);
        Memory none = memory("tea").object("c").since(0);
        assertSame(near, match(fresh, none, far, near).memory());
        Memory same = memory("tea").vector(5).object("d").since(2);
        assertSame(same, match(fresh, near, same).memory());
    }

    @Test
    void other_types_subjects_predicates_objects_and_times_are_others() {
        Memory fresh = home("oslo").since(5);
        assertNull(match(fresh, home("oslo").type("preference").since(0)));
        assertNull(match(fresh, home("oslo").subject("bruno").since(0)));
        assertNull(match(fresh, home("oslo").predicate("likes").since(0)));
        assertNull(match(fresh, memory("Anna lives in oslo").object("lima").since(0)));
        assertNull(match(fresh, home("oslo").until(5).since(0)));
        assertEquals(
                Duplicates.By.HASH,
                match(fresh, memory("Anna lives in oslo").since(0)).by());
    }

    @Test
    void events_are_the_same_only_on_the_same_utc_day() {
        Memory monday = memory("ran").type("event").since(0.4);
        assertEquals(
                Duplicates.By.HASH,
                match(memory("ran").type("event").since(0.1), monday).by());
        assertNull(match(memory("ran").type("event").since(0.6), monday), "day 0 ends 12 hours after day 0's noon");
    }

    @Test
    void a_past_memory_matches_only_a_statement_with_a_time() {
        Memory past = home("oslo").since(0);
        past.turn(Status.SUPERSEDED, NOW);
        past.end(Plain.day(10), NOW);
        assertEquals(Duplicates.By.HASH, match(home("oslo").since(5), past).by());
        assertNull(match(home("oslo").since(10), past));
        assertNull(match(home("oslo").assumed().since(5), past));
        past.retiredAt = NOW;
        assertNull(match(home("oslo").since(5), past));
    }

    @Test
    void the_expired_are_meant_and_the_forgotten_are_not() {
        Memory old = home("oslo").since(0);
        old.turn(Status.EXPIRED, NOW);
        assertSame(old, match(home("oslo").since(5), old).memory());
        old.turn(Status.FORGOTTEN, NOW);
        assertNull(match(home("oslo").since(5), old));
    }
}
