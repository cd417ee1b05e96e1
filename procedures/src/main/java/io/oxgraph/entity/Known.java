package io.oxgraph.entity;

/**
 * A name that an entity has.
 *
 * @param canonical whether it is the entity's own name rather than another it goes by
 */
record Known(Name name, boolean canonical, Bearer bearer) {}
