//@ statement: passes/history
//@ summary: From when to when a workspace's benchmarks of past nights wait to be measured, how long its metrics look back, and which later days have benchmarks.
//@ param: workspace_id STRING
//@ yields: begun DATETIME
//@ yields: ended DATETIME
//@ yields: window_days INTEGER
//@ yields: measured LIST<STRING>
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
CALL (w) {
  MATCH (m:_mem:metric)
  WHERE m.workspace_id = $workspace_id AND m.name IS NOT NULL AND m.active
  OPTIONAL MATCH (b:_mem:benchmark)
  WHERE b.workspace_id = $workspace_id AND b.metric_id = m.id AND b.date > date(w.history_to)
  RETURN max(m.window_days) AS window_days, collect(DISTINCT toString(b.date)) AS measured
}
RETURN w.history_from AS begun, w.history_to AS ended, coalesce(window_days, 0) AS window_days, measured
