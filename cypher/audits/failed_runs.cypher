//@ audit: failed_runs
//@ summary: Passes whose last run failed.
//@ yields: workspace_id STRING
//@ yields: pass STRING
//@ yields: started_at DATETIME
//@ yields: error_code STRING
MATCH (w:workspace)
WHERE w:_mem AND w.deleted_at IS NULL
UNWIND ['sequences', 'patterns', 'benchmarks', 'freshness', 'garbage', 'user_memory', 'upkeep'] AS pass
CALL (w, pass) {
  MATCH (r:_mem:pass_run)
  WHERE r.workspace_id = w.id AND r.pass = pass AND r.now IS NOT NULL
  RETURN r ORDER BY r.started_at DESC LIMIT 1
}
WITH w, pass, r WHERE r.status = 'failed'
RETURN w.id AS workspace_id, pass, r.started_at AS started_at, r.error_code AS error_code
LIMIT 100
