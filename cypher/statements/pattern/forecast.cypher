//@ statement: pattern/forecast
//@ summary: From which probability on a workspace's agents are warned, fitted to how many cases, and whether warnings come true.
//@ param: workspace_id STRING
//@ yields: threshold FLOAT
//@ yields: cases INTEGER
//@ yields: drifting BOOLEAN
//@ yields: drifting_since DATETIME
//@ yields: fitted_at DATETIME
// Before anything was fitted the plugin begins at 0.44.
OPTIONAL MATCH (f:_mem:forecast {workspace_id: $workspace_id,
                                  id: oxgraph.stable_id($workspace_id, 'forecast', ['failure'])})
RETURN coalesce(f.threshold, 0.44) AS threshold, coalesce(f.cases, 0) AS cases, coalesce(f.drifting, false) AS drifting,
       f.drifting_since AS drifting_since, f.fitted_at AS fitted_at
