package io.oxgraph.entity;

import io.oxgraph.text.Names;
import io.oxgraph.text.TextSimilarity.EditDistance;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * Evidence from attributes on whether two entities are the same, in bits.
 *
 * <p>The limits are such that on the tests' data sets {@code against} rejects no true pair and {@code strong} accepts
 * no false one.
 */
record AttributeEvidence(double agreement, double disagreement) {
    static final AttributeEvidence NONE = new AttributeEvidence(0, 0);

    private static final double MIN_DISAGREEMENT_BITS = 30;
    private static final double MAX_AGREEING_SHARE = 0.25;
    private static final double MIN_AGREEMENT_BITS = 40;
    private static final double MIN_AGREEING_SHARE = 0.8;

    /** Compares the attributes that both have. */
    static AttributeEvidence of(EntityCandidate a, EntityCandidate b) {
        double agreement = 0;
        double disagreement = 0;
        for (String name : a.compared().keySet()) {
            AttributeValue mine = a.compared().get(name);
            AttributeValue other = b.compared().get(name);
            if (other != null) {
                OptionalDouble likeness = mine.likeness(other);
                double bits = Math.min(mine.bits(), other.bits());
                agreement += likeness.orElse(0) * bits;
                disagreement += likeness.isPresent() && likeness.getAsDouble() == 0 ? bits : 0;
            }
        }
        return new AttributeEvidence(agreement, disagreement);
    }

    /** They differ in at minimum two distinctive values and agree in almost none. */
    boolean against() {
        return disagreement >= MIN_DISAGREEMENT_BITS && agreement < MAX_AGREEING_SHARE * (agreement + disagreement);
    }

    /** They agree in at minimum two distinctive values and in almost all. */
    boolean strong() {
        return agreement >= MIN_AGREEMENT_BITS && agreement >= MIN_AGREEING_SHARE * (agreement + disagreement);
    }

    double balance() {
        return agreement - disagreement;
    }

    /** An attribute's value, as comparable text. */
    record AttributeValue(ComparableName text, String joined) {
        /** Maximum number of characters compared. */
        private static final int COMPARED = 1_000;

        /** Maximum information of a value: a date and an address count the same. */
        private static final double MAX_BITS = 20;

        private static final double BITS_OF_A_DIGIT = 3.3;
        private static final double BITS_OF_A_LETTER = 2;
        private static final int WORDS_OF_A_VALUE = 8;
        private static final double SAME_TEXT = 0.85;
        private static final double MISTYPED = 0.7;
        private static final double ALIKE = 0.5;
        private static final double UNLIKE = 0.25;

        static AttributeValue of(Object value) {
            String text = value instanceof Object[] values
                    ? Arrays.stream(values).map(String::valueOf).collect(Collectors.joining(" "))
                    : String.valueOf(value);
            ComparableName name = new ComparableName(Names.key(text.substring(0, Math.min(text.length(), COMPARED))));
            return new AttributeValue(name, String.join("", name.words()));
        }

        boolean empty() {
            return joined.isEmpty();
        }

        /** Estimated information of an agreement, in bits: about 2 per letter, 3.3 per digit. */
        double bits() {
            double bits = joined.codePoints()
                    .mapToDouble(point -> Character.isDigit(point) ? BITS_OF_A_DIGIT : BITS_OF_A_LETTER)
                    .sum();
            return Math.min(MAX_BITS, bits);
        }

        /** Similarity from 0 (different) to 1 (same); empty when undecidable, as for two descriptions. */
        OptionalDouble likeness(AttributeValue other) {
            if (joined.equals(other.joined)) {
                return OptionalDouble.of(1);
            }
            if (mistyped(other)) {
                return OptionalDouble.of(MISTYPED);
            }
            double trigrams = text.similarity(other.text);
            if (Math.max(text.words().size(), other.text.words().size()) > WORDS_OF_A_VALUE) {
                return trigrams >= SAME_TEXT ? OptionalDouble.of(1) : OptionalDouble.empty();
            }
            double likeness = Math.max(trigrams, MISTYPED * sharedWords(other));
            if (likeness >= ALIKE) {
                return OptionalDouble.of(likeness);
            }
            return likeness < UNLIKE ? OptionalDouble.of(0) : OptionalDouble.empty();
        }

        private boolean mistyped(AttributeValue other) {
            int shorter = Math.min(joined.length(), other.joined.length());
            int limit = shorter < 4 ? 0 : shorter < 8 ? 1 : 2;
            return EditDistance.within(joined, other.joined, limit);
        }

        /** Share of the shorter value's words that the longer has, whole, abbreviated or mistyped. */
        private double sharedWords(AttributeValue other) {
            List<String> mine = text.words();
            List<String> theirs = other.text.words();
            List<String> fewer = mine.size() <= theirs.size() ? mine : theirs;
            List<String> more = fewer.equals(mine) ? theirs : mine;
            long shared = fewer.stream()
                    .filter(word -> more.stream().anyMatch(found -> alike(word, found)))
                    .count();
            return (double) shared / fewer.size();
        }

        private static boolean alike(String a, String b) {
            return a.startsWith(b) || b.startsWith(a) || ComparableName.mistyped(a, b);
        }
    }
}
