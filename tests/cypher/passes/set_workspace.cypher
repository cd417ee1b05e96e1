//@ query: set_workspace
//@ summary: Set or remove properties of a workspace.
//@ param: workspace_id STRING
//@ param: properties MAP
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
SET w += $properties
