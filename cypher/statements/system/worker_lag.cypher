//@ statement: system/worker_lag
//@ summary: How many workspaces the worker serves, the longest time since one of them had its sequences grouped, and how many messages wait for extraction.
//@ param: now DATETIME
//@ yields: workspaces INTEGER
//@ yields: lag_seconds FLOAT
//@ yields: pending INTEGER
CYPHER 25
MATCH (w:workspace)
WHERE w:_mem AND w.deleted_at IS NULL AND coalesce(w.memory_enabled, true) AND w.scratch IS NULL AND w.moving IS NULL
CALL (w) {
  MATCH (r:pass_run) USING INDEX SEEK r:pass_run(workspace_id, pass, now)
  WHERE r.workspace_id = w.workspace_id AND r.pass = 'sequences' AND r.now IS NOT NULL
  RETURN max(r.now) AS ran
}
CALL (w) {
  MATCH (n:_mem:message) USING INDEX SEEK n:message(workspace_id, extraction, next_attempt_at)
  WHERE n.workspace_id = w.workspace_id AND n.extraction = 'pending' AND n.next_attempt_at <= $now
  RETURN count(n) AS waiting
}
WITH coalesce(ran, w.created_at) AS since, waiting
RETURN count(*) AS workspaces,
       coalesce(max(toFloat(duration.inSeconds(since, $now).seconds)), 0.0) AS lag_seconds,
       coalesce(sum(waiting), 0) AS pending
