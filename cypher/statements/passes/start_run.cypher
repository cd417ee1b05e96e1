//@ statement: passes/start_run
//@ summary: Note that a pass begins; what still seems to run under the same lock has been cut off, as the caller holds it.
//@ param: workspace_id STRING
//@ param: run_id STRING
//@ param: pass STRING
//@ param: version INTEGER
//@ param: files LIST<STRING>
//@ param: now DATETIME
//@ param: started_at DATETIME
CALL () {
  MATCH (cut:_mem:pass_run)
  WHERE cut.workspace_id = $workspace_id AND cut.started_at IS NOT NULL
  WITH cut ORDER BY cut.started_at DESC LIMIT 10
  // Upkeep has a lock of its own: it runs beside the other passes.
  WITH cut WHERE cut.status = 'running' AND (cut.pass = 'upkeep') = ($pass = 'upkeep')
  SET cut.status = 'failed', cut.error_code = 'interrupted'
}
CREATE (:_mem:pass_run {workspace_id: $workspace_id, id: $run_id, pass: $pass, version: $version, files: $files,
                        now: $now, started_at: $started_at, created_at: $started_at, status: 'running'})
