//@ statement: passes/workspaces
//@ summary: The ids of the workspaces that the worker looks after; not those of replays, whose clock is another one.
//@ yields: workspace_id STRING
MATCH (w:workspace)
WHERE w:_mem AND w.deleted_at IS NULL AND coalesce(w.memory_enabled, true) AND w.scratch IS NULL
RETURN w.id AS workspace_id ORDER BY workspace_id
