//@ statement: passes/ran_since
//@ summary: Which passes of a workspace have run since a time, each since its own. One that was cut off does not count.
//@ param: workspace_id STRING
//@ param: passes LIST<STRING>
//@ param: since LIST<DATETIME>
//@ param: now DATETIME
//@ yields: pass STRING
UNWIND range(0, size($passes) - 1) AS place
WITH $passes[place] AS pass, $since[place] AS since
WHERE EXISTS {
  MATCH (r:_mem:pass_run)
  WHERE r.workspace_id = $workspace_id AND r.pass = pass AND r.now >= since AND r.now <= $now
    AND r.status <> 'running' AND coalesce(r.error_code, '') <> 'interrupted'
}
RETURN pass
