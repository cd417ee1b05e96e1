//@ statement: slot/delete
//@ summary: Delete slots of a conversation, all of them without names, if the caller's token is still good; no row when it is not.
//@ param: workspace_id STRING
//@ param: token_hash STRING
//@ param: user_id STRING
//@ param: conversation_id STRING
//@ param: names LIST<STRING>
//@ param: now DATETIME
//@ yields: deleted INTEGER
// The token is checked in the same round trip: a revoked one changes nothing from that moment on.
WITH oxgraph.token_valid($workspace_id, $token_hash) AS valid
WHERE valid
CALL oxgraph.working_delete($workspace_id, $conversation_id, $names, $now, $user_id) YIELD deleted
RETURN deleted
