//@ pass: targets
//@ version: 1
//@ summary: Forget what was done on targets that nothing was done on within the window.
//@ param: workspace_id STRING
//@ param: now DATETIME
//@ param: settings MAP
//@ param: batch INTEGER
//@ yields: forgotten INTEGER
//@ yields: remaining INTEGER
CALL () {
  MATCH (t:_mem:tally)
  WHERE t.workspace_id = $workspace_id AND t.action_type IS NOT NULL
  RETURN DISTINCT t.action_type AS action_type
}
CALL (action_type) {
  MATCH (n:_mem:node_tally)
  WHERE n.workspace_id = $workspace_id AND n.action_type = action_type
    AND n.last_day < $now.epochSeconds / 86400 - $settings.evidence_window_days
  RETURN n LIMIT $batch
}
WITH n LIMIT $batch
CALL (n) {
  // What closes before now and comes late is counted with what is forgotten here: its pair is folded anew.
  MATCH (t:_mem:tally {workspace_id: $workspace_id,
                       id: oxgraph.stable_id($workspace_id, 'tally', [n.action_type, n.node_type])})
  SET t.pruned_at = $now
}
DELETE n
WITH count(*) AS forgotten
RETURN forgotten, CASE WHEN forgotten = $batch THEN 1 ELSE 0 END AS remaining
