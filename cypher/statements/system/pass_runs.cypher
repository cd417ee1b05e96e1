//@ statement: system/pass_runs
//@ summary: Runs of passes over a workspace, the newest first, from a place on.
//@ plan: one
//@ param: workspace_id STRING
//@ param: pass STRING
//@ param: status STRING
//@ param: with_idle BOOLEAN
//@ param: after LIST<STRING>
//@ param: limit INTEGER
//@ yields: id STRING
//@ yields: pass STRING
//@ yields: version INTEGER
//@ yields: status STRING
//@ yields: error_code STRING
//@ yields: neo4j_code STRING
//@ yields: as_of DATETIME
//@ yields: started_at DATETIME
//@ yields: finished_at DATETIME
//@ yields: duration_ms INTEGER
//@ yields: idle BOOLEAN
//@ yields: properties MAP
//@ yields: place LIST<STRING>
// Walks its index in the order of time; CASE, as in telemetry/timeline. Counters are properties beside the known ones.
WITH datetime($after[0]) AS before_at
MATCH (r:_mem:pass_run)
USING INDEX SEEK r:pass_run(workspace_id, started_at)
WHERE r.workspace_id = $workspace_id AND r.started_at <= before_at
  AND CASE WHEN r.started_at = before_at THEN r.id < $after[1] ELSE true END
  AND ($pass IS NULL OR r.pass = $pass)
  AND ($status IS NULL OR r.status = $status)
  AND ($with_idle OR r.idle IS NULL)
WITH r ORDER BY r.workspace_id DESC, r.started_at DESC, r.id DESC LIMIT $limit
RETURN r.id AS id, r.pass AS pass, r.version AS version, r.status AS status, r.error_code AS error_code, r.neo4j_code AS neo4j_code,
       r.now AS as_of, r.started_at AS started_at, r.finished_at AS finished_at, r.duration_ms AS duration_ms,
       coalesce(r.idle, false) AS idle, properties(r) AS properties,
       [toString(datetime({datetime: r.started_at, timezone: 'Z'})), r.id] AS place
ORDER BY started_at DESC, id DESC
