//@ query: node
//@ summary: A node by its id.
//@ param: workspace_id STRING
//@ param: id STRING
//@ yields: properties MAP
MATCH (n:_mem {workspace_id: $workspace_id, id: $id})
RETURN properties(n) AS properties
