//@ statement: passes/last_runs
//@ summary: For each pass, as of when it was last done, and when it last failed, up to now.
//@ param: workspace_id STRING
//@ param: passes LIST<STRING>
//@ param: now DATETIME
//@ yields: pass STRING
//@ yields: done DATETIME
//@ yields: failed DATETIME
UNWIND $passes AS pass
CALL (pass) {
  MATCH (r:_mem:pass_run)
  WHERE r.workspace_id = $workspace_id AND r.pass = pass AND r.now <= $now AND r.status = 'done'
  RETURN max(r.now) AS done
}
CALL (pass) {
  MATCH (r:_mem:pass_run)
  WHERE r.workspace_id = $workspace_id AND r.pass = pass AND r.now <= $now AND r.status <> 'done'
  RETURN max(r.now) AS failed
}
RETURN pass, done, failed
