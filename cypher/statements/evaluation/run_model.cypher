//@ statement: evaluation/run_model
//@ summary: Whether the risk of runs has proved right in a workspace, and on how many runs.
//@ param: workspace_id STRING
//@ yields: proved BOOLEAN
//@ yields: runs INTEGER
//@ yields: area FLOAT
//@ yields: area_low FLOAT
MATCH (m:_mem:run_risk {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'run_risk', [])})
RETURN m.proved AS proved, m.runs AS runs, m.area AS area, m.area_low AS area_low
