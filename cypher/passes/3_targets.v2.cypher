//@ pass: targets
//@ version: 2
//@ summary: Forget what was done on targets that nothing was done on within the window.
//@ param: workspace_id STRING
//@ param: now DATETIME
//@ param: settings MAP
//@ param: batch INTEGER
//@ yields: forgotten INTEGER
//@ yields: remaining INTEGER
// By the day alone: type by type, each batch would look at all types of action again.
CALL () {
  MATCH (n:node_tally) USING INDEX SEEK n:node_tally(workspace_id, last_day)
  WHERE n.workspace_id = $workspace_id AND n.last_day < $now.epochSeconds / 86400 - $settings.evidence_window_days
  RETURN n LIMIT $batch
}
// What closes before now and comes late is counted with what is forgotten here: its pair is folded anew.
CALL (n) {
  MATCH (t:_mem:tally {workspace_id: $workspace_id,
                       id: oxgraph.stable_id($workspace_id, 'tally', [n.action_type, n.node_type])})
  SET t.pruned_at = $now
}
DELETE n
WITH count(*) AS forgotten
RETURN forgotten, CASE WHEN forgotten = $batch THEN 1 ELSE 0 END AS remaining
