//@ statement: telemetry/sessions_many
//@ summary: Write what is known of several sessions, all or nothing; no row when the caller's token is not good.
//@ param: workspace_id STRING
//@ param: token_hash STRING
//@ param: sessions LIST<MAP>
//@ param: now DATETIME
//@ yields: sessions INTEGER
//@ yields: created INTEGER
//@ yields: reason STRING
WITH oxgraph.token_valid($workspace_id, $token_hash) AS valid
WHERE valid
CALL oxgraph.sessions_many($workspace_id, $sessions, $now) YIELD sessions, created, reason
RETURN sessions, created, reason
