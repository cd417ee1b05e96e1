//@ statement: semantic/touch
//@ summary: Count an access to each memory, if the caller's token is still good; no row when it is not.
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
CALL oxgraph.touch($workspace_id, $ids, $now)
  YIELD id, outcome, from_status, to_status
RETURN id, outcome, from_status, to_status
