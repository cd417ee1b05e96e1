package io.oxgraph.text;

import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;

/** Similarity of two texts by their trigrams, as pg_trgm counts it. */
public final class Trigrams {
    private static final Pattern BETWEEN_WORDS = Pattern.compile("[^\\p{L}\\p{N}]+");

    private Trigrams() {}

    /** Shared trigrams over all trigrams of the normalised words, 0 to 1; 0 when neither text has a word. */
    public static double similarity(String a, String b) {
        Set<String> left = of(a);
        Set<String> right = of(b);
        Set<String> shared = new HashSet<>(left);
        shared.retainAll(right);
        int all = left.size() + right.size() - shared.size();
        return all == 0 ? 0.0 : (double) shared.size() / all;
    }

    /** Each word is padded with two blanks before and one after. */
    private static Set<String> of(String text) {
        Set<String> trigrams = new HashSet<>();
        for (String word : BETWEEN_WORDS.split(Normaliser.normalise(text), -1)) {
            if (!word.isEmpty()) {
                addTrigrams("  " + word + " ", trigrams);
            }
        }
        return trigrams;
    }

    private static void addTrigrams(String padded, Set<String> trigrams) {
        int[] points = padded.codePoints().toArray();
        for (int i = 0; i + 3 <= points.length; i++) {
            trigrams.add(new String(points, i, 3));
        }
    }
}
