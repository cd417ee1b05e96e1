//@ pass: mark
//@ version: 1
//@ summary: Mark the pairs of action type and node type whose past has changed, so that they are folded anew.
//@ param: workspace_id STRING
//@ param: now DATETIME
//@ param: settings MAP
//@ param: batch INTEGER
//@ yields: uncounted INTEGER
//@ yields: marked INTEGER
//@ yields: remaining INTEGER
// The last instant before now; what closed up to then and counted at or before it stays as it is.
CALL () {
  MATCH (r:_mem:pass_run)
  WHERE r.workspace_id = $workspace_id AND r.pass = 'patterns' AND r.now < $now
  RETURN r.now AS before ORDER BY r.now DESC LIMIT 1
  UNION ALL
  RETURN datetime({epochMillis: 0}) AS before
}
WITH max(before) AS before
// Counted at an instant after now: a pass ran in what is the future, seen from here.
CALL (before) {
  MATCH (q:_mem:sequence)
  WHERE q.workspace_id = $workspace_id AND q.closes_at > before AND q.counted_at > $now
  WITH q LIMIT $batch
  SET q.uncounted_at = q.closes_at, q.counted_at = null
  WITH collect(q) AS taken_back
  CALL (taken_back) {
    UNWIND taken_back AS q
    UNWIND range(0, size(q.tally_action_types) - 1) AS i
    WITH DISTINCT q.tally_action_types[i] AS action_type, q.tally_node_types[i] AS node_type
    MATCH (t:_mem:tally {workspace_id: $workspace_id,
                         id: oxgraph.stable_id($workspace_id, 'tally', [action_type, node_type])})
    SET t.refold = 'marked'
    RETURN count(*) AS pairs
  }
  RETURN size(taken_back) AS uncounted, pairs AS of_future
}
CALL () {
  MATCH (t:_mem:tally)
  WHERE t.workspace_id = $workspace_id AND t.action_type IS NOT NULL AND t.settings_digest <> $settings.digest
    AND coalesce(t.refold, '') <> 'marked'
  SET t.refold = 'marked'
  RETURN count(*) AS of_settings
}
// Late: the instant at which it would have counted has been judged without it.
CALL () {
  MATCH (t:_mem:tally)
  WHERE t.workspace_id = $workspace_id AND t.action_type IS NOT NULL
  UNWIND [t.pending_at, t.position_at, t.pruned_at] AS time
  WITH max(time) AS latest
  MATCH (q:_mem:sequence)
  WHERE q.workspace_id = $workspace_id AND q.uncounted_at <= latest AND q.uncounted_at <= $now
  UNWIND range(0, size(q.tally_action_types) - 1) AS i
  WITH q.tally_action_types[i] AS action_type, q.tally_node_types[i] AS node_type, min(q.closes_at) AS earliest
  CALL (earliest) {
    MATCH (r:_mem:pass_run)
    WHERE r.workspace_id = $workspace_id AND r.pass = 'patterns' AND r.now >= earliest
    RETURN r.now AS instant ORDER BY r.now LIMIT 1
  }
  MATCH (t:_mem:tally {workspace_id: $workspace_id,
                       id: oxgraph.stable_id($workspace_id, 'tally', [action_type, node_type])})
  WHERE (instant <= t.position_at OR instant < t.pending_at
         // Or what closed after it was counted before it, or what was done on its targets has been forgotten.
         OR instant = t.pending_at AND earliest <= t.counted_to OR earliest < t.pruned_at) AND coalesce(t.refold, '') <> 'marked'
  SET t.refold = 'marked'
  RETURN count(*) AS of_late
}
RETURN uncounted, of_future + of_settings + of_late AS marked,
       CASE WHEN uncounted = $batch THEN 1 ELSE 0 END AS remaining
