package io.oxgraph.text;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;

/** Trigram similarity of two texts, as PostgreSQL's pg_trgm computes it. */
public final class Trigrams {
    private Trigrams() {}

    /** Shared trigrams over all trigrams of the normalised words, 0 to 1; 0 when neither text has a word. */
    public static double similarity(String a, String b) {
        return similarity(of(a), of(b));
    }

    /** The similarity of two sets of trigrams. */
    public static double similarity(Set<String> a, Set<String> b) {
        Set<String> shared = new HashSet<>(a);
        shared.retainAll(b);
        int all = a.size() + b.size() - shared.size();
        return all == 0 ? 0.0 : (double) shared.size() / all;
    }

    /** The distinct trigrams of a text's words, each padded with two spaces before and one after. */
    public static Set<String> of(String text) {
        Set<String> trigrams = new LinkedHashSet<>();
        Names.words(text).forEach(word -> addTrigrams("  " + word + " ", trigrams));
        return trigrams;
    }

    /** Trigrams as index tokens, in hexadecimal code points. */
    public static Set<String> tokens(Collection<String> trigrams) {
        return trigrams.stream().map(Trigrams::token).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static String token(String trigram) {
        return trigram.codePoints().mapToObj(Integer::toHexString).collect(Collectors.joining("_"));
    }

    private static void addTrigrams(String padded, Set<String> trigrams) {
        int[] points = padded.codePoints().toArray();
        for (int i = 0; i + 3 <= points.length; i++) {
            trigrams.add(new String(points, i, 3));
        }
    }
}
