//@ statement: pattern/forecast
//@ summary: From which probability on a workspace's agents are warned, fitted to how many cases, and whether warnings come true.
//@ param: workspace_id STRING
//@ yields: threshold FLOAT
//@ yields: cases INTEGER
//@ yields: drifting BOOLEAN
//@ yields: drifting_since DATETIME
//@ yields: fitted_at DATETIME
//@ yields: changed LIST<MAP>
// Before anything was fitted the plugin begins at 0.44.
OPTIONAL MATCH (f:_mem:forecast {workspace_id: $workspace_id,
                                  id: oxgraph.stable_id($workspace_id, 'forecast', ['failure'])})
OPTIONAL MATCH (m:_mem:run_risk {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'run_risk', [])})
RETURN coalesce(f.threshold, 0.44) AS threshold, coalesce(f.cases, 0) AS cases, coalesce(f.drifting, false) AS drifting,
       f.drifting_since AS drifting_since, f.fitted_at AS fitted_at,
       [i IN range(0, coalesce(size(m.changed_agents), 0) - 1) |
         {agent_id: m.changed_agents[i], model: m.changed_models[i], at: m.changed_at[i], measure: m.changed_measures[i],
          before: m.changed_before[i], after: m.changed_after[i]}] AS changed
