//@ statement: passes/workspaces
//@ summary: The workspaces that the worker serves, those whose patterns were never or longest not counted first; replays, and those that move away, are left out.
//@ yields: workspace_id STRING
// A new workspace is served before all others, so its first patterns do not wait for theirs.
MATCH (w:workspace)
WHERE w:_mem AND w.deleted_at IS NULL AND coalesce(w.memory_enabled, true) AND w.scratch IS NULL
  AND w.moving IS NULL
CALL (w) {
  MATCH (r:pass_run) USING INDEX SEEK r:pass_run(workspace_id, pass, now)
  WHERE r.workspace_id = w.workspace_id AND r.pass = 'patterns' AND r.now IS NOT NULL
  RETURN max(r.now) AS counted
}
WITH w.id AS workspace_id, counted
WHERE workspace_id IS NOT NULL // One that is deleted meanwhile has no properties any more.
RETURN workspace_id ORDER BY counted IS NOT NULL, counted, workspace_id
