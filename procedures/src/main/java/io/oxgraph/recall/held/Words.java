package io.oxgraph.recall.held;

/** The words of a text: their numbers, each once, how often each stands there, and how many there are. */
final class Words {
    static final Words NONE = new Words(new int[0], new byte[0], 0);

    private final int[] terms;
    private final byte[] counts;
    private final int length;

    /** @param counts up to 127 each */
    Words(int[] terms, byte[] counts, int length) {
        this.terms = terms;
        this.counts = counts;
        this.length = length;
    }

    /** How many different ones. */
    int count() {
        return terms.length;
    }

    int term(int place) {
        return terms[place];
    }

    byte count(int place) {
        return counts[place];
    }

    /** Of the text, in words that say something. */
    int length() {
        return length;
    }
}
