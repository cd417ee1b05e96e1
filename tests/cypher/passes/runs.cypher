//@ query: runs
//@ summary: The runs of every pass in a workspace, by their time.
//@ param: workspace_id STRING
//@ yields: pass STRING
//@ yields: now DATETIME
//@ yields: status STRING
//@ yields: error_code STRING
MATCH (r:_mem:pass_run) WHERE r.workspace_id = $workspace_id AND r.now IS NOT NULL
RETURN r.pass AS pass, r.now AS now, r.status AS status, r.error_code AS error_code ORDER BY now
