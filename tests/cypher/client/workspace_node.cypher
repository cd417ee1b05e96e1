//@ query: workspace_node
//@ summary: A workspace's own properties.
//@ param: workspace_id STRING
//@ yields: properties MAP
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
RETURN properties(w) AS properties
