//@ query: unembedded_node
//@ summary: A node that waits for its vector.
//@ param: workspace_id STRING
//@ param: kind STRING
//@ param: id STRING
//@ param: properties MAP
CYPHER 25
CREATE (n:_mem:$($kind))
SET n = $properties, n.workspace_id = $workspace_id, n.id = $id, n.unembedded = true
