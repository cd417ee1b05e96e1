package io.oxgraph.text;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;

/** Similarity of texts: trigram similarity, and edit distance. */
public final class TextSimilarity {
    private TextSimilarity() {}

    /** Trigram similarity of two texts, as PostgreSQL's pg_trgm computes it. */
    public static final class Trigrams {
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

    /** Edit distance (optimal string alignment, a restricted Damerau-Levenshtein distance). */
    public static final class EditDistance {
        private EditDistance() {}

        /**
         * Whether the distance is at most {@code limit} insertions, deletions, substitutions or swaps of adjacent
         * characters.
         */
        public static boolean within(String a, String b, int limit) {
            if (Math.abs(a.length() - b.length()) > limit) {
                return false;
            }
            int[] before = new int[b.length() + 1];
            int[] last = new int[b.length() + 1];
            for (int j = 0; j < last.length; j++) {
                last[j] = j;
            }
            for (int i = 1; i <= a.length(); i++) {
                int[] row = row(a, b, i, last, before);
                before = last;
                last = row;
            }
            return last[b.length()] <= limit;
        }

        private static int[] row(String a, String b, int i, int[] last, int[] before) {
            int[] row = new int[b.length() + 1];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                boolean same = a.charAt(i - 1) == b.charAt(j - 1);
                row[j] = Math.min(Math.min(last[j], row[j - 1]) + 1, last[j - 1] + (same ? 0 : 1));
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    row[j] = Math.min(row[j], before[j - 2] + 1);
                }
            }
            return row;
        }
    }
}
