package io.oxgraph.entity;

import java.util.OptionalDouble;

/**
 * What the attributes of two bearers of a name say about whether they are the same, in bits.
 *
 * <p>The limits are those at which the data sets of the tests lose no pair of the same bearers by {@code against}, and
 * take in no pair of different ones by {@code strong}.
 */
record Evidence(double agreement, double disagreement) {
    static final Evidence NONE = new Evidence(0, 0);

    private static final double DISTINCT = 30;
    private static final double HARDLY_ANY = 0.25;
    private static final double TELLING = 40;
    private static final double NEARLY_ALL = 0.8;

    /** Only what is known of both is compared, and what merely repeats a name is not. */
    static Evidence of(Bearer a, Bearer b) {
        double agreement = 0;
        double disagreement = 0;
        for (String name : a.compared().keySet()) {
            Attribute mine = a.compared().get(name);
            Attribute other = b.compared().get(name);
            if (other != null) {
                OptionalDouble likeness = mine.likeness(other);
                double bits = Math.min(mine.bits(), other.bits());
                agreement += likeness.orElse(0) * bits;
                disagreement += likeness.isPresent() && likeness.getAsDouble() == 0 ? bits : 0;
            }
        }
        return new Evidence(agreement, disagreement);
    }

    /** They differ in at least two distinctive values and agree in hardly anything. */
    boolean against() {
        return disagreement >= DISTINCT && agreement < HARDLY_ANY * (agreement + disagreement);
    }

    /** They agree in at least two distinctive values and in nearly everything. */
    boolean strong() {
        return agreement >= TELLING && agreement >= NEARLY_ALL * (agreement + disagreement);
    }

    double balance() {
        return agreement - disagreement;
    }
}
