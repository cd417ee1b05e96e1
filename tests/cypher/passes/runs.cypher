//@ query: runs
//@ summary: The runs of passes, oldest first.
//@ param: workspace_id STRING
//@ yields: properties MAP
MATCH (r:_mem:pass_run) WHERE r.workspace_id = $workspace_id AND r.started_at IS NOT NULL
RETURN r {.*} AS properties ORDER BY r.started_at
