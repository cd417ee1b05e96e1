//@ statement: semantic/forget
//@ summary: Forget memories, if the caller's token is still good; no row when it is not.
//@ param: workspace_id STRING
//@ param: token_hash STRING
//@ param: ids LIST<STRING>
//@ param: restore BOOLEAN
//@ param: now DATETIME
//@ yields: id STRING
//@ yields: outcome STRING
//@ yields: from_status STRING
//@ yields: to_status STRING
// The token is checked in the same round trip: a revoked one changes nothing from that moment on.
WITH oxgraph.token_valid($workspace_id, $token_hash) AS valid
WHERE valid
CALL oxgraph.forget($workspace_id, $ids, $restore, $now)
  YIELD id, outcome, from_status, to_status
// Nobody finds it by its questions either.
CALL (id, to_status) {
  MATCH (q:question)
  WHERE q.workspace_id = $workspace_id AND q.memory_id = id AND to_status = 'forgotten'
  DETACH DELETE q
}
RETURN id, outcome, from_status, to_status
