//@ query: pass_runs
//@ summary: The latest runs of the passes: start, duration and counters.
//@ param: workspace_id STRING
//@ param: limit INTEGER
//@ yields: started_at DATETIME
//@ yields: pass STRING
//@ yields: version INTEGER
//@ yields: as_of DATETIME
//@ yields: status STRING
//@ yields: duration_ms INTEGER
//@ yields: run MAP
MATCH (r:pass_run)
WHERE r.workspace_id = $workspace_id AND r.started_at IS NOT NULL
RETURN r.started_at AS started_at, r.pass AS pass, r.version AS version, r.now AS as_of, r.status AS status,
       r.duration_ms AS duration_ms, properties(r) AS run
ORDER BY started_at DESC
LIMIT $limit
