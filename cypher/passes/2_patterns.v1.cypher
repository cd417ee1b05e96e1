//@ pass: patterns
//@ version: 1
//@ summary: Count the closed sequences at their instants and apply the rules of a pattern's life.
//@ param: workspace_id STRING
//@ param: now DATETIME
//@ param: settings MAP
//@ param: batch INTEGER
//@ param: run_id STRING
//@ yields: counted INTEGER
//@ yields: refolded INTEGER
//@ yields: written INTEGER
//@ yields: transitions INTEGER
//@ yields: remaining INTEGER
// What is new, in the order in which it closed.
CALL () {
  MATCH (q:_mem:sequence)
  WHERE q.workspace_id = $workspace_id AND q.uncounted_at <= $now
  WITH q ORDER BY q.uncounted_at, q.id LIMIT $batch
  // Its instant: the first pass, this one or an earlier, that was not before its close.
  CALL (q) {
    OPTIONAL MATCH (r:_mem:pass_run)
    WHERE r.workspace_id = $workspace_id AND r.pass = 'patterns' AND r.now >= q.closes_at AND r.now <= $now
    RETURN r.now AS instant ORDER BY r.now LIMIT 1
  }
  SET q.counted_at = coalesce(instant, $now), q.uncounted_at = null
  RETURN collect(q) AS fresh
}
// Once nothing is new: the pairs to be folded anew, which read the past in step.
CALL (fresh) {
  WITH fresh WHERE size(fresh) = 0
  MATCH (t:_mem:tally)
  WHERE t.workspace_id = $workspace_id AND t.action_type IS NOT NULL AND t.refold = 'ready'
  RETURN collect(t) AS again
}
CALL (again) {
  // Unwinding stops here where there are none; a filter might be planned behind the scan of the past.
  UNWIND again[0..1] AS one
  WITH coalesce(one.cursor_at, datetime({epochMillis: 0})) AS cursor_at, coalesce(one.cursor_id, '') AS cursor_id
  MATCH (q:_mem:sequence)
  WHERE q.workspace_id = $workspace_id AND q.closes_at >= cursor_at AND q.closes_at <= $now
    AND (q.closes_at > cursor_at OR q.id > cursor_id)
  WITH q ORDER BY q.closes_at, q.id LIMIT $batch
  RETURN collect(q) AS past
}
WITH fresh, again, past, fresh + past AS sequences, size(again) > 0 AS anew
WITH *, size(sequences) < $batch AS finish
// The tallies of their pairs; with the last batch also those whose instant waits for its end.
CALL (sequences, again, anew, finish) {
  CALL (sequences, again, anew, finish) {
    UNWIND again AS t
    RETURN t
    UNION
    WITH sequences, anew WHERE NOT anew
    UNWIND sequences AS q
    UNWIND range(0, size(q.tally_action_types) - 1) AS i
    WITH DISTINCT q.tally_action_types[i] AS action_type, q.tally_node_types[i] AS node_type
    MATCH (t:_mem:tally {workspace_id: $workspace_id,
                         id: oxgraph.stable_id($workspace_id, 'tally', [action_type, node_type])})
    RETURN t
    UNION
    WITH anew, finish WHERE finish AND NOT anew
    MATCH (t:_mem:tally)
    WHERE t.workspace_id = $workspace_id AND t.action_type IS NOT NULL AND t.pending_at IS NOT NULL
    RETURN t
  }
  RETURN collect(t) AS tallies
}
CALL (tallies) {
  UNWIND tallies AS t
  MATCH (k:_mem:pattern_key)
  WHERE k.workspace_id = $workspace_id AND k.action_type = t.action_type
    AND coalesce(k.node_type, '') = coalesce(t.node_type, '')
  RETURN collect(k) AS pair_keys
}
CALL (pair_keys) {
  UNWIND pair_keys AS k
  CALL (k) {
    UNWIND ['active', 'superseded', 'deleted'] AS status
    MATCH (p:_mem:pattern)
    WHERE p.workspace_id = $workspace_id AND p.status = status AND p.action_type = k.action_type
      AND coalesce(p.node_type, '') = coalesce(k.node_type, '') AND p.error_code = k.error_code
    // The write lock: an operator's word waits for this commit, and then goes to the version that is active.
    FOREACH (_ IN CASE status WHEN 'active' THEN [1] ELSE [] END | SET p.version = p.version)
    RETURN collect(p {.version, .suppressed, .annotation, .recommendation_override}) AS versions
  }
  RETURN collect(k {.*, versions: versions}) AS stored
}
WITH sequences, anew, finish, fresh, again, oxgraph.fold_patterns(
  $workspace_id, [t IN tallies | properties(t)], stored,
  [q IN sequences | q {.id, .counted_at, .closes_at, .started_at, .ended_at, .tally_action_types, .tally_node_types,
                       .tally_error_codes, .tally_counts, .tally_recoveries}],
  $settings, anew, finish) AS fold
CALL (fold) {
  UNWIND fold.tallies AS row
  MERGE (t:_mem:tally {workspace_id: $workspace_id, id: row.id})
  ON CREATE SET t.created_at = $now
  SET t += row.properties
}
CALL (fold) {
  UNWIND fold.keys AS row
  MERGE (k:_mem:pattern_key {workspace_id: $workspace_id, id: row.id})
  ON CREATE SET k.created_at = $now
  SET k += row.properties
}
CALL (fold) {
  UNWIND fold.versions AS row
  MERGE (p:_mem:pattern {workspace_id: $workspace_id, id: row.id})
  ON CREATE SET p.created_at = $now
  SET p += row.properties, p.pass = 'patterns', p.pass_version = 1
}
CALL (fold) {
  UNWIND [row IN fold.versions WHERE row.supersedes IS NOT NULL] AS row
  MATCH (p:_mem:pattern {workspace_id: $workspace_id, id: row.id})
  MATCH (older:_mem:pattern {workspace_id: $workspace_id, id: row.supersedes})
  MERGE (p)-[:`_mem:supersedes`]->(older)
}
CALL (fold) {
  UNWIND fold.transitions AS row
  MERGE (x:_mem:transition {workspace_id: $workspace_id, id: row.id})
  ON CREATE SET x = row {.*, workspace_id: $workspace_id, subject_kind: 'pattern', run_id: $run_id, created_at: $now}
}
CALL (fold) {
  UNWIND fold.evidence AS row
  MATCH (holder:_mem {workspace_id: $workspace_id, id: row.holder_id})
  UNWIND row.sequence_ids AS sequence_id
  MATCH (q:_mem:sequence {workspace_id: $workspace_id, id: sequence_id})
  MERGE (holder)-[:`_mem:evidence`]->(q)
  WITH holder, row, q WHERE row.is_pattern
  MATCH (q)-[:`_mem:contains`]->(a)-[:`_mem:references`]->(e)
  WHERE a.action_type = row.action_type AND coalesce(a.target_node_type, '') = row.node_type
    AND CASE a.outcome WHEN 'success' THEN 'None' ELSE coalesce(a.error_code, 'UnknownError') END = row.error_code
  WITH DISTINCT holder, e, holder.id + e.id AS key
  // Both ends can have very many relationships: whether the edge is there is asked of the index on its key.
  CALL (key) {
    OPTIONAL MATCH ()-[known:`_mem:references`]->() WHERE known.key = key
    RETURN count(known) AS there
  }
  WITH holder, e, key WHERE there = 0
  CREATE (holder)-[:`_mem:references` {key: key}]->(e)
}
WITH sequences, anew, finish, fresh, again, fold
FOREACH (t IN again |
  SET t.cursor_at = CASE WHEN finish THEN null ELSE sequences[-1].closes_at END,
      t.cursor_id = CASE WHEN finish THEN null ELSE sequences[-1].id END,
      t.refold = CASE WHEN finish THEN 'folded' ELSE 'ready' END)
WITH sequences, anew, finish, fresh, again, fold
CALL () {
  MATCH (t:_mem:tally)
  WHERE t.workspace_id = $workspace_id AND t.action_type IS NOT NULL
    AND (t.refold = 'ready' OR t.pending_at IS NOT NULL AND coalesce(t.refold, '') <> 'marked')
  RETURN count(*) AS waiting
}
RETURN size(fresh) AS counted, CASE WHEN anew AND finish THEN size(again) ELSE 0 END AS refolded,
       size(fold.versions) AS written, size(fold.transitions) AS transitions,
       waiting + CASE WHEN finish THEN 0 ELSE 1 END AS remaining
