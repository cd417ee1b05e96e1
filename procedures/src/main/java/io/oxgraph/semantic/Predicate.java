package io.oxgraph.semantic;

/**
 * What is known of a predicate.
 *
 * @param stateful only one value holds at a time
 * @param importance 0 to 1; a contradiction of an important one is a person's business
 */
record Predicate(boolean stateful, double importance) {
    /** One that stands nowhere, or none. */
    static final Predicate UNKNOWN = new Predicate(false, 0.5);
}
