//@ statement: telemetry/session
//@ summary: Write what is known of a session; no row when the caller's token is not good.
//@ param: workspace_id STRING
//@ param: token_hash STRING
//@ param: session MAP
//@ param: now DATETIME
//@ yields: session_id STRING
//@ yields: created BOOLEAN
//@ yields: reason STRING
WITH oxgraph.token_valid($workspace_id, $token_hash) AS valid
WHERE valid
CALL oxgraph.session($workspace_id, $session, $now) YIELD session_id, created, reason
RETURN session_id, created, reason
