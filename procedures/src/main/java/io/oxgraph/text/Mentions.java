package io.oxgraph.text;

import java.lang.Character.UnicodeScript;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The words of a text, to find those of names in it. Where a script has no blanks, a name stands within a run of
 * characters, as does one in Latin letters that is next to them.
 */
public final class Mentions {
    /** Code points of a name that is found within a run: a shorter one is part of many words. */
    private static final int SHORTEST = 3;

    private static final int SHORTEST_HAN = 2;
    /** Lengthens a vowel of katakana; its script is none. */
    private static final int LONG_VOWEL = 'ー';

    private final Set<String> words;
    private final List<String> runs;

    public Mentions(String text) {
        words = Set.copyOf(Names.words(text));
        runs = words.stream()
                .filter(word -> word.codePoints().anyMatch(TokenEstimate::isWithoutBlanks))
                .toList();
    }

    /** The normalised words; a run without blanks is one. */
    public Set<String> words() {
        return words;
    }

    /** Whether a word of a name, as {@link Names#words} has it, is mentioned. */
    public boolean has(String word) {
        return words.contains(word) || runs.stream().anyMatch(run -> find(run, word, 0) >= 0);
    }

    /** The words of a text without these of names, joined by one space. */
    public static String without(String text, Set<String> names) {
        return Names.words(text).stream()
                .filter(word -> !names.contains(word))
                .map(word -> names.stream().reduce(word, Mentions::cut).strip())
                .filter(word -> !word.isEmpty())
                .collect(Collectors.joining(" "));
    }

    private static String cut(String run, String name) {
        String left = run;
        for (int at = find(left, name, 0); at >= 0; at = find(left, name, at + 1)) {
            left = left.substring(0, at) + ' ' + left.substring(at + name.length());
        }
        return left;
    }

    /** Where a name stands within a run, from a place on; -1 where it does not. */
    private static int find(String run, String name, int from) {
        if (name.codePointCount(0, name.length()) < shortest(name)) {
            return -1;
        }
        int at = run.indexOf(name, from);
        while (at >= 0 && !(isBetween(run, at) && isBetween(run, at + name.length()))) {
            at = run.indexOf(name, at + 1);
        }
        return at;
    }

    private static int shortest(String name) {
        return UnicodeScript.of(name.codePointAt(0)) == UnicodeScript.HAN ? SHORTEST_HAN : SHORTEST;
    }

    /** Whether a name may begin or end here: words in katakana and of letters with blanks are whole. */
    private static boolean isBetween(String run, int place) {
        if (place == 0 || place == run.length()) {
            return true;
        }
        int before = run.codePointBefore(place);
        int after = run.codePointAt(place);
        boolean katakana = isKatakana(before) && isKatakana(after);
        return !katakana
                && !Marks.isWithinCharacter(run, place)
                && (TokenEstimate.isWithoutBlanks(before) || TokenEstimate.isWithoutBlanks(after));
    }

    private static boolean isKatakana(int point) {
        return point == LONG_VOWEL || UnicodeScript.of(point) == UnicodeScript.KATAKANA;
    }
}
