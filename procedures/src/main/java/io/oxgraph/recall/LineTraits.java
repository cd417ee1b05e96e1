package io.oxgraph.recall;

import io.oxgraph.text.Names;
import io.oxgraph.text.Names.Normaliser;
import io.oxgraph.text.TokenEstimate;

/**
 * What choosing the lines of a context needs of a text. It takes a tenth of a recall to work it out for all candidates, so
 * that the cache keeps it.
 *
 * @param words a number for its words without their case and punctuation: texts with the same words have the same, others
 *     differ but for one pair in 2⁶⁴
 * @param tokens estimated number of tokens
 */
public record LineTraits(long words, long tokens) {
    /** FNV-1a (Fowler, Noll and Vo), by characters. */
    private static final long BASIS = 0xcbf29ce484222325L;

    private static final long PRIME = 0x100000001b3L;

    /** Computes those of a text; one without words counts as it is. */
    public static LineTraits of(String text) {
        String key = Names.key(text);
        String words = key.isEmpty() ? Normaliser.normalise(text) : key;
        long hash = BASIS;
        for (int i = 0; i < words.length(); i++) {
            hash = (hash ^ words.charAt(i)) * PRIME;
        }
        return new LineTraits(hash, TokenEstimate.of(text).estimate());
    }
}
