package io.oxgraph.semantic;

/**
 * The properties of a predicate.
 *
 * @param stateful whether it is single-valued (functional): only one value is valid at a time
 * @param importance 0 to 1; contradictions of important predicates need a person's review
 */
record Predicate(boolean stateful, double importance) {
    /** An undefined predicate, or none. */
    static final Predicate UNKNOWN = new Predicate(false, 0.5);

    /** An undefined predicate whose name says that it is a choice, such as favourite_colour. */
    static final Predicate CHOICE = new Predicate(true, 0.5);
}
