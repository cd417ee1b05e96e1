//@ query: everything
//@ summary: The properties of every node of a workspace.
//@ param: workspace_id STRING
//@ yields: properties MAP
MATCH (n:_mem {workspace_id: $workspace_id})
RETURN properties(n) AS properties
