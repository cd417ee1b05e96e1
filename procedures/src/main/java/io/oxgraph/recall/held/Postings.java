package io.oxgraph.recall.held;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** Which texts of a list have which words. */
final class Postings {
    private static final int DOC_BITS = 24;
    private static final int COUNT_BITS = 8;

    private final int[] terms;
    private final int[] starts;
    private final int[] docs;
    private final byte[] counts;

    private Postings(int[] terms, int[] starts, int[] docs, byte[] counts) {
        this.terms = terms;
        this.starts = starts;
        this.docs = docs;
        this.counts = counts;
    }

    /** @param list at most 16 million; its order gives the numbers */
    static Postings of(List<? extends Doc<?>> list) {
        long[] packed = packed(list);
        Arrays.sort(packed);
        int[] docs = new int[packed.length];
        byte[] counts = new byte[packed.length];
        int[] terms = new int[packed.length];
        int[] starts = new int[packed.length + 1];
        int distinct = 0;
        for (int i = 0; i < packed.length; i++) {
            int term = (int) (packed[i] >>> (DOC_BITS + COUNT_BITS));
            if (distinct == 0 || terms[distinct - 1] != term) {
                starts[distinct] = i;
                terms[distinct++] = term;
            }
            docs[i] = (int) (packed[i] >>> COUNT_BITS) & ((1 << DOC_BITS) - 1);
            counts[i] = (byte) packed[i];
        }
        starts[distinct] = packed.length;
        return new Postings(Arrays.copyOf(terms, distinct), Arrays.copyOf(starts, distinct + 1), docs, counts);
    }

    /** Word, text and count in one number each, so that sorting them sorts by word and text. */
    private static long[] packed(List<? extends Doc<?>> list) {
        long[] packed =
                new long[list.stream().mapToInt(doc -> doc.words().count()).sum()];
        int next = 0;
        for (int doc = 0; doc < list.size(); doc++) {
            Words words = list.get(doc).words();
            for (int i = 0; i < words.count(); i++) {
                long place = ((long) words.term(i) << DOC_BITS) | doc;
                packed[next++] = (place << COUNT_BITS) | words.count(i);
            }
        }
        return packed;
    }

    /** How many texts have the word, without those that are gone. */
    int frequency(int term, BitSet gone) {
        int at = Arrays.binarySearch(terms, term);
        if (at < 0) {
            return 0;
        }
        int frequency = starts[at + 1] - starts[at];
        if (!gone.isEmpty()) {
            for (int i = starts[at]; i < starts[at + 1]; i++) {
                frequency -= gone.get(docs[i]) ? 1 : 0;
            }
        }
        return frequency;
    }

    /** Adds the word's part to the score of each text that has it. */
    void add(int term, Bm25 bm25, double weight, List<? extends Doc<?>> list, double[] scores, int offset) {
        int at = Arrays.binarySearch(terms, term);
        if (at >= 0) {
            for (int i = starts[at]; i < starts[at + 1]; i++) {
                int length = list.get(docs[i]).words().length();
                scores[offset + docs[i]] += weight * bm25.share(counts[i], length);
            }
        }
    }
}
