//@ statement: semantic/revive
//@ summary: Make memories active again, if the caller's token is still good; no row when it is not.
//@ param: workspace_id STRING
//@ param: token_hash STRING
//@ param: ids LIST<STRING>
//@ param: now DATETIME
//@ yields: id STRING
//@ yields: outcome STRING
//@ yields: from_status STRING
//@ yields: to_status STRING
// The token is checked in the same round trip: a revoked one changes nothing from that moment on.
WITH oxgraph.token_valid($workspace_id, $token_hash) AS valid
WHERE valid
CALL oxgraph.revive($workspace_id, $ids, $now)
  YIELD id, outcome, from_status, to_status
// Its questions went when it was forgotten; the upkeep asks them again.
CALL (id, from_status, to_status) {
  MATCH (m:_mem:memory {workspace_id: $workspace_id, id: id})
  WHERE from_status = 'forgotten' AND to_status <> 'forgotten' AND m.type <> 'task'
  SET m.unquestioned = true
}
RETURN id, outcome, from_status, to_status
