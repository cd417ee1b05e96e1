package io.oxgraph.entity;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * A name like the one that is asked for.
 *
 * @param known whose name it is, read only when that matters; empty when the entity is hidden
 */
record Near(String key, double score, Supplier<Optional<Known>> known) {}
