//@ statement: telemetry/import_batch
//@ summary: Write a batch of sessions and of their actions in one transaction; times are microseconds since 1970; no row when the token is not good.
//@ plan: one
//@ param: workspace_id STRING
//@ param: token_hash STRING
//@ param: sessions LIST<MAP>
//@ param: actions LIST<MAP>
//@ param: untimed LIST<STRING>
//@ param: now DATETIME
//@ yields: captured INTEGER
//@ yields: duplicates INTEGER
//@ yields: references INTEGER
//@ yields: reason STRING
WITH oxgraph.token_valid($workspace_id, $token_hash) AS valid
WHERE valid
WITH [s IN $sessions | s {.*, started_at: datetime({epochMillis: 0}) + duration({microseconds: s.started_at})}] AS sessions,
     [a IN $actions | a {.*, started_at: datetime({epochMillis: 0}) + duration({microseconds: a.started_at})}] AS actions
CALL oxgraph.sessions_many($workspace_id, sessions, $now) YIELD sessions AS written
CALL oxgraph.capture_many($workspace_id, actions, $now) YIELD captured, duplicates, references, reason
// What was imported is evaluated as of its own days (pass history).
CALL (sessions, captured) {
  UNWIND CASE WHEN captured > 0 THEN sessions ELSE [] END AS one
  MATCH (s:_mem:session {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'session', [one.session_id])})
  WHERE s.imported_at IS NULL
  SET s.imported_at = $now
}
// Sessions whose calls had no times of their own.
CALL () {
  UNWIND $untimed AS session_id
  MATCH (s:_mem:session {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'session', [session_id])})
  WHERE s.estimated_times IS NULL
  SET s.estimated_times = true
}
RETURN captured, duplicates, references, reason
