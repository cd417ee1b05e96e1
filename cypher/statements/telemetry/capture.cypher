//@ statement: telemetry/capture
//@ summary: Capture one action, if the caller's token is still good; no row when it is not.
//@ param: workspace_id STRING
//@ param: token_hash STRING
//@ param: action MAP
//@ param: now LIST<INTEGER>
//@ yields: captured BOOLEAN
//@ yields: action_id STRING
//@ yields: reason STRING
//@ yields: references INTEGER
//@ yields: injected INTEGER
// The token is checked in the same round trip: a revoked one captures nothing from that moment on.
WITH oxgraph.token_valid($workspace_id, $token_hash) AS valid
WHERE valid
CALL oxgraph.capture($workspace_id, $action, datetime.fromEpoch($now[0], $now[1])) YIELD captured, action_id, reason, references, injected
RETURN captured, action_id, reason, references, injected
