//@ statement: connection/edges
//@ summary: The relationships of the domain that came with a connection.
//@ param: workspace_id STRING
//@ param: connection STRING
//@ yields: element_id STRING
CYPHER 25
MATCH (e:entity)
WHERE e.workspace_id = $workspace_id AND e.node_id IS NOT NULL AND e:_mem
MATCH (e)-[r]->()
WHERE r.mem_edge_id IS NOT NULL AND r.connection = $connection
RETURN elementId(r) AS element_id
