//@ statement: workspace/settings
//@ summary: All that is set in a workspace.
//@ param: workspace_id STRING
//@ yields: settings MAP
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
RETURN properties(w) AS settings
