package io.oxgraph.model;

import java.util.List;

/**
 * A name that an entity goes by.
 *
 * @param created false when it had that name already
 * @param others ids of other entities of the same name: which is meant is then decided by type and attributes
 */
public record AliasResult(String entity_id, String alias, boolean created, List<String> others) {}
