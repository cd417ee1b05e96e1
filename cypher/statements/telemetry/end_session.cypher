//@ statement: telemetry/end_session
//@ summary: Write the end of a session; the reason is unknown where there is none. No row when the caller's token is not good.
//@ param: workspace_id STRING
//@ param: token_hash STRING
//@ param: session MAP
//@ param: now DATETIME
//@ yields: reason STRING
WITH oxgraph.token_valid($workspace_id, $token_hash) AS valid
WHERE valid
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
// A task may be all that is known of a session. While memory is off no session is stored, so none can be unknown.
WITH NOT w.memory_enabled OR EXISTS {
  MATCH (:_mem:session {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'session', [$session.session_id])})
} OR EXISTS {
  MATCH (m:memory)
  WHERE m.workspace_id = $workspace_id AND m.type = 'task' AND m.session_id = $session.session_id
} AS known
CALL (known) {
  WITH known WHERE known
  CALL oxgraph.session($workspace_id, $session, $now) YIELD reason
  RETURN reason
  UNION ALL
  WITH known WHERE NOT known
  RETURN 'unknown' AS reason
}
RETURN reason
