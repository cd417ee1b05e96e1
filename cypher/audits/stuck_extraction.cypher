//@ audit: stuck_extraction
//@ summary: Workspaces with messages whose extraction has been pending for more than a day.
//@ param: now DATETIME
//@ yields: workspace_id STRING
//@ yields: turns INTEGER
//@ yields: oldest DATETIME
MATCH (w:workspace)
WHERE w:_mem AND w.deleted_at IS NULL AND coalesce(w.memory_enabled, true)
CALL (w) {
  MATCH (m:_mem:message)
  WHERE m.workspace_id = w.id AND m.extraction = 'pending' AND m.next_attempt_at < $now - duration({days: 1})
  RETURN count(*) AS turns, min(m.next_attempt_at) AS oldest
}
WITH w, turns, oldest WHERE turns > 0
RETURN w.id AS workspace_id, turns, oldest
LIMIT 100
