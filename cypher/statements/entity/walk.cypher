//@ statement: entity/walk
//@ summary: What can be reached from an entity along relationships of the domain, nearest first, of what a user may see; no row when it is not there.
//@ param: workspace_id STRING
//@ param: id STRING
//@ param: types LIST<STRING>
//@ param: direction STRING
//@ param: depth INTEGER
//@ param: limit INTEGER
//@ param: memory BOOLEAN
//@ param: user_id STRING
//@ yields: depth INTEGER
//@ yields: node MAP
//@ yields: type STRING
//@ yields: source STRING
//@ yields: target STRING
//@ yields: truncated BOOLEAN
CALL oxgraph.walk($workspace_id, $id, $types, $direction, $depth, $limit, $memory, $user_id)
  YIELD depth, node, type, source, target, truncated
RETURN depth,
       CASE WHEN node IS NULL THEN null
            ELSE node {.id, .node_id, .type, name: coalesce(node.content, node.name),
                       kind: CASE WHEN node:entity THEN 'entity' ELSE 'memory' END} END AS node,
       type, source, target, truncated
