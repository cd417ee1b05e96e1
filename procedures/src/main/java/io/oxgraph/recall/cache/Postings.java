package io.oxgraph.recall.cache;

import io.oxgraph.recall.Relevance;
import io.oxgraph.recall.cache.CachedItem.CachedDocument;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** An inverted index: for each term the texts that contain it, with counts. */
final class Postings {
    private static final int DOC_BITS = 24;
    private static final int COUNT_BITS = 8;

    private final int[] terms;
    private final int[] starts;
    private final int[] docs;
    private final byte[] counts;
    /** The length of each document, here so that scoring need not fetch the document. */
    private final int[] lengths;

    private Postings(int[] terms, int[] starts, int[] docs, byte[] counts, int[] lengths) {
        this.terms = terms;
        this.starts = starts;
        this.docs = docs;
        this.counts = counts;
        this.lengths = lengths;
    }

    /** @param list at most 16 million documents; their order gives the document numbers */
    static Postings of(List<? extends CachedDocument<?>> list) {
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
        int[] lengths = list.stream().mapToInt(doc -> doc.words().length()).toArray();
        return new Postings(Arrays.copyOf(terms, distinct), Arrays.copyOf(starts, distinct + 1), docs, counts, lengths);
    }

    /** Term, document and count packed into one long each, so that sorting orders by term and document. */
    private static long[] packed(List<? extends CachedDocument<?>> list) {
        long[] packed =
                new long[list.stream().mapToInt(doc -> doc.words().count()).sum()];
        int next = 0;
        for (int doc = 0; doc < list.size(); doc++) {
            TermCounts words = list.get(doc).words();
            for (int i = 0; i < words.count(); i++) {
                long place = ((long) words.term(i) << DOC_BITS) | doc;
                packed[next++] = (place << COUNT_BITS) | words.count(i);
            }
        }
        return packed;
    }

    /** Document frequency of a term, without tombstones. */
    int frequency(int term, BitSet tombstones) {
        int at = Arrays.binarySearch(terms, term);
        if (at < 0) {
            return 0;
        }
        int frequency = starts[at + 1] - starts[at];
        if (!tombstones.isEmpty()) {
            for (int i = starts[at]; i < starts[at + 1]; i++) {
                frequency -= tombstones.get(docs[i]) ? 1 : 0;
            }
        }
        return frequency;
    }

    /** Adds the term's BM25 contribution to the score of each document that has it. */
    void add(int term, Bm25 bm25, double weight, double[] scores, int offset) {
        int at = Arrays.binarySearch(terms, term);
        if (at >= 0) {
            for (int i = starts[at]; i < starts[at + 1]; i++) {
                scores[offset + docs[i]] += weight * bm25.share(counts[i], lengths[docs[i]]);
            }
        }
    }

    /**
     * Okapi BM25 (Robertson) with k1 = 1.2 and b = 0.75.
     *
     * @param texts number of documents
     * @param meanLength mean document length, in words
     */
    record Bm25(long texts, double meanLength) {
        private static final double K1 = 1.2;
        private static final double B = 0.75;

        /** Inverse document frequency of a term. */
        double rarity(long frequency) {
            return Relevance.rarity(texts, frequency);
        }

        /** Saturated, length-normalised term frequency. */
        double share(int count, int length) {
            return count * (K1 + 1) / (count + K1 * (1 - B + B * length / Math.max(1, meanLength)));
        }
    }

    /** The terms of a text: distinct term numbers, their counts, and the length of the text. */
    static final class TermCounts {
        static final TermCounts NONE = new TermCounts(new int[0], new byte[0], 0);

        private final int[] terms;
        private final byte[] counts;
        private final int length;

        /** @param counts 127 at most each */
        TermCounts(int[] terms, byte[] counts, int length) {
            this.terms = terms;
            this.counts = counts;
            this.length = length;
        }

        /** Number of distinct terms. */
        int count() {
            return terms.length;
        }

        int term(int place) {
            return terms[place];
        }

        byte count(int place) {
            return counts[place];
        }

        /** Length of the text in words, without stop words. */
        int length() {
            return length;
        }
    }
}
