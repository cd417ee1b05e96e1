package io.oxgraph.text;

/** Edit distance (optimal string alignment, a restricted Damerau-Levenshtein distance). */
public final class EditDistance {
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
