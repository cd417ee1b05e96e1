package io.oxgraph.recall.held;

/**
 * The words of a text.
 *
 * @param terms their numbers, each once
 * @param counts how often each stands there, up to 127
 * @param length of the text, in words
 */
record Words(int[] terms, byte[] counts, int length) {
    static final Words NONE = new Words(new int[0], new byte[0], 0);

    /** How many different ones. */
    int count() {
        return terms.length;
    }
}
