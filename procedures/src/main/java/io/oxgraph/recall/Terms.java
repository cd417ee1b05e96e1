package io.oxgraph.recall;

import io.oxgraph.text.Names;
import java.util.LinkedHashSet;
import java.util.Set;

/** The words of a text that say something, in a common form. */
final class Terms {
    private static final Set<String> EMPTY_WORDS = Set.of(
            ("a an and any are as at be been being but by can could did do does doing for from had has have he her hers"
                            + " him his how i if in into is it its just me my no nor not of on or our ours she should so"
                            + " some than that the their theirs them then there these they this those to too us very was"
                            + " we were what when where which who whom whose why will with would you your yours s t d ll"
                            + " m re ve about tell know please")
                    .split(" "));
    private static final int SHORTEST_STEM = 3;

    private Terms() {}

    /** Each once, in their order. */
    static Set<String> of(String text) {
        Set<String> terms = new LinkedHashSet<>();
        for (String word : Names.key(text).split(" ")) {
            if (!word.isEmpty() && !EMPTY_WORDS.contains(word)) {
                add(word, terms);
            }
        }
        return terms;
    }

    /** Scripts without blanks give a term a character. */
    private static void add(String word, Set<String> terms) {
        if (word.codePoints().anyMatch(Terms::isWithoutBlanks)) {
            word.codePoints().forEach(point -> terms.add(Character.toString(point)));
        } else {
            terms.add(stem(word));
        }
    }

    static boolean isWithoutBlanks(int point) {
        return switch (Character.UnicodeScript.of(point)) {
            case HAN, HIRAGANA, KATAKANA, THAI, LAO, KHMER, MYANMAR, TIBETAN -> true;
            default -> false;
        };
    }

    /** The commonest English endings; the same for both sides is what matters, not that it is a word. */
    private static String stem(String word) {
        for (String ending : new String[] {"ing", "ies", "ed", "es", "s"}) {
            int left = word.length() - ending.length();
            if (left >= SHORTEST_STEM && word.endsWith(ending) && !word.endsWith("ss")) {
                return undoubled(word.substring(0, left));
            }
        }
        return withoutVowel(word);
    }

    private static String undoubled(String stem) {
        int last = stem.length() - 1;
        boolean doubled = last >= SHORTEST_STEM && stem.charAt(last) == stem.charAt(last - 1);
        return withoutVowel(doubled ? stem.substring(0, last) : stem);
    }

    /** "like" and "liking", "city" and "cities" meet without their last letter. */
    private static String withoutVowel(String word) {
        boolean vowel = word.endsWith("e") || word.endsWith("y");
        return vowel && word.length() > SHORTEST_STEM ? word.substring(0, word.length() - 1) : word;
    }
}
