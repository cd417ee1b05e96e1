//@ query: forecast
//@ summary: A workspace's forecast, but for when it was fitted.
//@ param: workspace_id STRING
//@ yields: properties MAP
MATCH (f:_mem:forecast {workspace_id: $workspace_id,
                        id: oxgraph.stable_id($workspace_id, 'forecast', ['failure'])})
RETURN f {.*, id: null, workspace_id: null, rev: null, created_at: null, fitted_at: null, drifting_since: null} AS properties
