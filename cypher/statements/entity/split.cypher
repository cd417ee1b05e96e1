//@ statement: entity/split
//@ summary: Undo the merge that absorbed an entity, named by id or node_id.
//@ param: workspace_id STRING
//@ param: absorbed STRING
//@ param: now DATETIME
//@ yields: entity_id STRING
//@ yields: absorbed_id STRING
//@ yields: outcome STRING
//@ yields: aliases INTEGER
//@ yields: memories INTEGER
//@ yields: references INTEGER
CALL oxgraph.split_entity($workspace_id, $absorbed, $now)
  YIELD entity_id, absorbed_id, outcome, aliases, memories, references
RETURN entity_id, absorbed_id, outcome, aliases, memories, references
