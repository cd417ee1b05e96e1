package io.oxgraph.entity;

import java.util.Map;

/** What the attributes of two bearers of a name say about whether they are the same. */
record Evidence(double agreement, double disagreement) {
    static final Evidence NONE = new Evidence(0, 0);

    static Evidence of(Map<String, Object> a, Map<String, Object> b) {
        return NONE;
    }

    /** They differ in what is distinctive. */
    boolean against() {
        return false;
    }

    /** They agree in what is distinctive. */
    boolean strong() {
        return false;
    }

    double balance() {
        return agreement - disagreement;
    }
}
