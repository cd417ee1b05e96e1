//@ statement: slot/delete
//@ summary: Delete slots of a conversation, all of them without names, if the caller's token is still good; no row when it is not.
//@ param: workspace_id STRING
//@ param: token_hash STRING
//@ param: conversation_id STRING
//@ param: names LIST<STRING>
//@ param: now DATETIME
//@ yields: deleted INTEGER
// The token is checked in the same round trip: a revoked one changes nothing from that moment on.
WITH $token_hash IS NULL OR EXISTS {
  MATCH (t:token {token_hash: $token_hash}) WHERE t.workspace_id = $workspace_id AND t.revoked_at IS NULL
} AS valid
WHERE valid
CALL oxgraph.working_delete($workspace_id, $conversation_id, $names, $now) YIELD deleted
RETURN deleted
