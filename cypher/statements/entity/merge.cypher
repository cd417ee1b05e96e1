//@ statement: entity/merge
//@ summary: Make two entities, each named by id or node_id, one.
//@ param: workspace_id STRING
//@ param: keep STRING
//@ param: absorb STRING
//@ param: now DATETIME
//@ yields: entity_id STRING
//@ yields: absorbed_id STRING
//@ yields: outcome STRING
//@ yields: aliases INTEGER
//@ yields: memories INTEGER
//@ yields: references INTEGER
CALL oxgraph.merge_entities($workspace_id, $keep, $absorb, $now)
  YIELD entity_id, absorbed_id, outcome, aliases, memories, references
RETURN entity_id, absorbed_id, outcome, aliases, memories, references
