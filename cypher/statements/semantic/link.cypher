//@ statement: semantic/link
//@ summary: Draw a relationship of the domain between two entities, once. No row when one of them is not there.
//@ param: workspace_id STRING
//@ param: a_id STRING
//@ param: b_id STRING
//@ param: type STRING
//@ param: connection STRING
//@ param: now DATETIME
//@ yields: a STRING
//@ yields: type STRING
//@ yields: b STRING
//@ yields: connection STRING
//@ yields: created BOOLEAN
CYPHER 25
MATCH (a:_mem:entity {workspace_id: $workspace_id, id: $a_id})
MATCH (b:_mem:entity {workspace_id: $workspace_id, id: $b_id})
WITH a, b, EXISTS { (a)-[old]->(b) WHERE type(old) = $type } AS before
MERGE (a)-[r:$($type)]->(b)
ON CREATE SET r.connection = $connection, r.created_at = $now,
  r.mem_edge_id = oxgraph.stable_id($workspace_id, 'edge', [$a_id, $type, $b_id])
RETURN a.id AS a, type(r) AS type, b.id AS b, r.connection AS connection, NOT before AS created
