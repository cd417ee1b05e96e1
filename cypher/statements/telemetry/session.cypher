//@ statement: telemetry/session
//@ summary: Write what is known of a session; no row when the caller's token is not good.
//@ param: workspace_id STRING
//@ param: token_hash STRING
//@ param: session MAP
//@ param: now DATETIME
//@ yields: session_id STRING
//@ yields: created BOOLEAN
//@ yields: reason STRING
WITH $token_hash IS NULL OR EXISTS {
  MATCH (t:token {token_hash: $token_hash}) WHERE t.workspace_id = $workspace_id AND t.revoked_at IS NULL
} AS valid
WHERE valid
CALL oxgraph.session($workspace_id, $session, $now) YIELD session_id, created, reason
RETURN session_id, created, reason
