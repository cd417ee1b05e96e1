package io.oxgraph.entity;

import java.util.Set;

/**
 * A name that an entity has.
 *
 * @param canonical whether it is the entity's own name rather than another it goes by
 */
record Known(String key, Set<String> trigrams, boolean canonical, Bearer bearer) {}
