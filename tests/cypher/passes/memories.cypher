//@ query: memories
//@ summary: All memories of a workspace.
//@ param: workspace_id STRING
//@ yields: properties MAP
MATCH (m:_mem:memory)
WHERE m.workspace_id = $workspace_id
RETURN properties(m) AS properties
