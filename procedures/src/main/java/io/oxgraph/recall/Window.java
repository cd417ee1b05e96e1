package io.oxgraph.recall;

import java.time.Instant;

/** A stretch of time, from included, to excluded. */
public record Window(Instant from, Instant to) {}
