//@ statement: entity/alias
//@ summary: Give an entity, named by id or node_id, another name to go by.
//@ param: workspace_id STRING
//@ param: entity_id STRING
//@ param: alias STRING
//@ param: now DATETIME
//@ yields: entity_id STRING
//@ yields: alias STRING
//@ yields: created BOOLEAN
//@ yields: others LIST<STRING>
CALL oxgraph.alias($workspace_id, $entity_id, $alias, $now) YIELD entity_id, alias, created, others
RETURN entity_id, alias, created, others
