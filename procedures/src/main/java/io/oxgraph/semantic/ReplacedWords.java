package io.oxgraph.semantic;

import io.oxgraph.text.Names;
import java.util.Collections;
import java.util.List;

/**
 * Whether two contents are one sentence with a word or a few replaced by others, as "works as a nurse" and "works as a
 * doctor" are: of a predicate with one value these are two values, however near their vectors are.
 */
final class ReplacedWords {
    /** Minimum number of words that both begin with: whom it is about, and what is said. */
    private static final int BEFORE = 2;

    /** Maximum number of words that are replaced; more is another way to say something. */
    private static final int LONGEST = 3;

    private ReplacedWords() {}

    static boolean between(String one, String other) {
        List<String> a = Names.words(one);
        List<String> b = Names.words(other);
        int shorter = Math.min(a.size(), b.size());
        int before = 0;
        while (before < shorter && a.get(before).equals(b.get(before))) {
            before++;
        }
        int after = 0;
        while (after < shorter - before && a.get(a.size() - 1 - after).equals(b.get(b.size() - 1 - after))) {
            after++;
        }
        List<String> ofOne = a.subList(before, a.size() - after);
        List<String> ofOther = b.subList(before, b.size() - after);
        return before >= BEFORE && isShort(ofOne) && isShort(ofOther) && Collections.disjoint(ofOne, ofOther);
    }

    private static boolean isShort(List<String> words) {
        return !words.isEmpty() && words.size() <= LONGEST;
    }
}
