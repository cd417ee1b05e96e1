//@ pass: open
//@ version: 1
//@ summary: Take back what was folded from the pairs that are folded anew.
//@ param: workspace_id STRING
//@ param: settings MAP
//@ param: batch INTEGER
//@ yields: reopened INTEGER
//@ yields: remaining INTEGER
// Those that were being read again when a run was cut off start again with the others, so that all read in step.
CALL () {
  MATCH (t:_mem:tally)
  WHERE t.workspace_id = $workspace_id AND t.action_type IS NOT NULL
    AND (t.refold = 'marked' OR t.refold = 'ready' AND t.cursor_at IS NOT NULL)
  SET t.refold = 'marked'
  RETURN collect(t) AS pairs
}
CALL (pairs) {
  UNWIND pairs AS t
  MATCH (k:_mem:pattern_key)
  WHERE k.workspace_id = $workspace_id AND k.action_type = t.action_type
    AND coalesce(k.node_type, '') = coalesce(t.node_type, '')
  RETURN collect(k) AS pair_keys
}
CALL (pairs) {
  UNWIND pairs AS t
  UNWIND ['active', 'superseded', 'deleted'] AS status
  MATCH (p:_mem:pattern)
  WHERE p.workspace_id = $workspace_id AND p.status = status AND p.action_type = t.action_type
    AND coalesce(p.node_type, '') = coalesce(t.node_type, '')
  RETURN collect(p) AS patterns
}
CALL (pair_keys, patterns) {
  UNWIND pair_keys + patterns AS holder
  MATCH (holder)-[r:`_mem:evidence`|`_mem:references`]->()
  WITH r LIMIT $batch
  DELETE r
  RETURN count(*) AS removed
}
CALL (pairs) {
  UNWIND pairs AS t
  MATCH (n:_mem:node_tally)
  WHERE n.workspace_id = $workspace_id AND n.action_type = t.action_type AND n.last_day IS NOT NULL
    AND coalesce(n.node_type, '') = coalesce(t.node_type, '')
  WITH n LIMIT $batch
  DELETE n
  RETURN count(*) AS forgotten
}
WITH pairs, pair_keys, patterns, CASE WHEN removed < $batch AND forgotten < $batch THEN [1] ELSE [] END AS done
FOREACH (_ IN done |
  FOREACH (t IN pairs |
    SET t.refold = 'ready', t.settings_digest = $settings.digest, t.days = [], t.day_actions = [],
        t.day_failures = [], t.day_targeted_failures = [], t.position_at = null, t.pending_at = null,
        t.counted_to = null, t.counted_to_id = null, t.pruned_at = null, t.cursor_at = null, t.cursor_id = null,
        t.ledger_days = [], t.ledger_cells = [], t.ledger_actions = [], t.ledger_failures = [], t.ledger_plain = [],
        t.ledger_shift = [])
  FOREACH (k IN pair_keys |
    SET k.fold_status = 'candidate', k.version = 0, k.first_seen = null, k.last_seen = null, k.pending_from = null,
        k.lapses_after = null, k.days = [], k.day_sequences = [], k.day_actions = [], k.recovery_action_types = [],
        k.recovery_counts = [], k.written_confidence = 0.0, k.evidence_confidence = 0.0, k.sample_count = 0,
        k.action_count = 0, k.total_count = 0)
  FOREACH (k IN [k IN pair_keys WHERE k.context IS NOT NULL] | SET k.day_totals = [], k.recovery_successes = [])
  FOREACH (p IN patterns | SET p.evidence_holders = null, p.evidence_since = null))
RETURN CASE WHEN size(done) > 0 THEN size(pairs) ELSE 0 END AS reopened, 1 - size(done) AS remaining
