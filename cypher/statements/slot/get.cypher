//@ statement: slot/get
//@ summary: The slots of a conversation that are there, if the caller's token is still good; no row when it is not.
//@ plan: one
//@ param: workspace_id STRING
//@ param: token_hash STRING
//@ param: user_id STRING
//@ param: conversation_id STRING
//@ param: names LIST<STRING>
//@ param: now DATETIME
//@ yields: slots LIST<MAP>
// The token is checked in the same round trip: a revoked one sees nothing from that moment on.
WITH oxgraph.token_valid($workspace_id, $token_hash) AS valid
WHERE valid
CALL () {
  CALL oxgraph.working_get($workspace_id, $conversation_id, $names, $now, $user_id) YIELD name, value
  RETURN collect({name: name, value: value}) AS slots
}
RETURN slots
