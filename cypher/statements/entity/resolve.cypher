//@ statement: entity/resolve
//@ summary: Find the entity of each name, in order, of those that are shared or a user's own; with create, make those that are missing.
//@ param: workspace_id STRING
//@ param: items LIST<MAP>
//@ param: create BOOLEAN
//@ param: now DATETIME
//@ param: user_id STRING
//@ yields: entity_id STRING
//@ yields: node_id STRING
//@ yields: stage STRING
//@ yields: score FLOAT
//@ yields: created BOOLEAN
//@ yields: candidates LIST<MAP>
CALL oxgraph.resolve($workspace_id, $items, $create, $now, $user_id)
  YIELD item, entity_id, node_id, stage, score, created, candidates
RETURN entity_id, node_id, stage, score, created, candidates
ORDER BY item
