//@ statement: passes/history_measured
//@ summary: Note up to when the benchmarks of past nights are measured; null ends it. Nothing changes if more was imported meanwhile.
//@ param: workspace_id STRING
//@ param: begun DATETIME
//@ param: ended DATETIME
//@ param: measured DATETIME
//@ yields: noted BOOLEAN
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
// The write lock, before it is compared.
SET w.workspace_id = w.workspace_id
WITH w, w.history_from.epochMillis = $begun.epochMillis AND w.history_to.epochMillis = $ended.epochMillis AS noted
FOREACH (_ IN CASE WHEN noted THEN [1] ELSE [] END |
  SET w.history_from = $measured, w.history_to = CASE WHEN $measured IS NULL THEN null ELSE w.history_to END)
RETURN coalesce(noted, false) AS noted
