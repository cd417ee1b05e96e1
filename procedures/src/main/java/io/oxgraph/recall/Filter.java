package io.oxgraph.recall;

import java.time.Instant;
import java.util.Set;

/**
 * Which memories may be found at all; held inside each retriever, so that what is left out takes no place.
 *
 * @param types only these; empty for all
 * @param historical superseded and expired ones too
 * @param asOf what held at {@code valid} as it was known at {@code known}; null for now
 * @param now the call's clock
 * @param confidenceFloor the least confidence
 */
public record Filter(Set<String> types, boolean historical, AsOf asOf, Instant now, double confidenceFloor) {
    /** Two clocks, as in the semantic layer's rules. */
    public record AsOf(Instant valid, Instant known) {}
}
