//@ pass: open
//@ version: 2
//@ summary: Take back what was folded from the pairs that are folded anew, some pairs at a time.
//@ param: workspace_id STRING
//@ param: settings MAP
//@ param: batch INTEGER
//@ yields: reopened INTEGER
//@ yields: remaining INTEGER
// Those that were being read again when a run was cut off start again with the others, so that all read in step.
CALL () {
  MATCH (t:_mem:tally)
  WHERE t.workspace_id = $workspace_id AND t.action_type IS NOT NULL AND t.refold = 'ready' AND t.cursor_at IS NOT NULL
  SET t.refold = 'marked'
  RETURN count(*) AS again
}
CALL (again) {
  MATCH (t:_mem:tally)
  WHERE t.workspace_id = $workspace_id AND t.action_type IS NOT NULL AND t.refold = 'marked'
  RETURN count(*) AS waiting
}
// As many pairs as have about $batch keys between them, and at least one.
CALL (waiting) {
  CALL (waiting) {
    MATCH (t:_mem:tally)
    WHERE t.workspace_id = $workspace_id AND t.action_type IS NOT NULL AND t.refold = 'marked'
    RETURN t ORDER BY t.id LIMIT $batch / 10 + 1
  }
  WITH t, COUNT {
    MATCH (k:_mem:pattern_key)
    WHERE k.workspace_id = $workspace_id AND k.action_type = t.action_type
      AND coalesce(k.node_type, '') = coalesce(t.node_type, '')
  } AS size
  ORDER BY t.id
  WITH collect(t) AS found, collect(size) AS sizes
  WITH found, reduce(sum = {keys: 0, pairs: 0}, size IN sizes |
    CASE WHEN sum.pairs = 0 OR sum.keys + size <= $batch
      THEN {keys: sum.keys + size, pairs: sum.pairs + 1}
      ELSE {keys: $batch + 1, pairs: sum.pairs} END).pairs AS taken
  RETURN found[0..taken] AS pairs
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
WITH waiting, pairs, pair_keys, patterns, CASE WHEN removed < $batch AND forgotten < $batch THEN [1] ELSE [] END AS done
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
RETURN CASE WHEN size(done) > 0 THEN size(pairs) ELSE 0 END AS reopened,
       CASE WHEN size(done) > 0 THEN waiting - size(pairs) ELSE 1 END AS remaining
