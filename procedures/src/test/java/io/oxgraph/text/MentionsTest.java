package io.oxgraph.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names in a text, also where its script has no blanks. */
class MentionsTest {
    @ParameterizedTest
    @CsvSource({
        "What did Ada say?, Ada, what did say",
        "田中さんは何を食べますか, 田中, さんは何を食べますか",
        "昨日田中さんと田中くんは, 田中, 昨日 さんと くんは",
        "アンナは何を言いましたか, アンナ, は何を言いましたか",
        "マリーさんの猫, マリー, さんの猫",
        "Annaさんは何を, Anna, さんは何を",
        "สมชายพูดอะไร, สมชาย, พูดอะไร",
        "李明说了什么？, 李明, 说了什么"
    })
    void mentioned(String text, String name, String left) {
        String word = Names.key(name);
        assertTrue(new Mentions(text).has(word));
        assertEquals(left, Mentions.without(text, Set.of(word)));
    }

    @ParameterizedTest
    @CsvSource({
        "What an adage!, Ada",
        "マリーアンナは, アンナ",
        "森林について, 林",
        "Annabelさんは, Anna",
        "กาแฟร้อน, กา",
        "น้ำตาลปี๊บ, น้ำตาลป"
    })
    void not_mentioned(String text, String name) {
        String word = Names.key(name);
        assertEquals(false, new Mentions(text).has(word));
        assertEquals(Names.key(text), Mentions.without(text, Set.of(word)));
    }
}
