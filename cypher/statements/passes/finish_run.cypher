//@ statement: passes/finish_run
//@ summary: Note how a pass ended.
//@ param: workspace_id STRING
//@ param: run_id STRING
//@ param: status STRING
//@ param: error_code STRING
//@ param: neo4j_code STRING
//@ param: finished_at DATETIME
//@ param: duration_ms INTEGER
//@ param: counters MAP
MATCH (r:_mem:pass_run {workspace_id: $workspace_id, id: $run_id})
SET r += $counters, r.status = $status, r.error_code = $error_code, r.neo4j_code = $neo4j_code,
    r.finished_at = $finished_at, r.duration_ms = $duration_ms,
    // A run that found nothing to do may be forgotten some day.
    r.idle = CASE WHEN $status = 'done' AND all(name IN keys($counters) WHERE $counters[name] = 0) THEN true END
