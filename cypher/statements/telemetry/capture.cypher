//@ statement: telemetry/capture
//@ summary: Capture one action; raises unauthenticated for a token that is no longer good. A row only where the action was not captured, or not all that it names was found.
//@ param: workspace_id STRING
//@ param: token_hash STRING
//@ param: action MAP
//@ param: now LIST<INTEGER>
//@ yields: captured BOOLEAN
//@ yields: reason STRING
//@ yields: references INTEGER
//@ yields: injected INTEGER
// The token is checked in the same round trip: a revoked one captures nothing from that moment on. A row costs a tenth
// of a call, and mostly says what the caller knows.
WITH oxgraph.token_required($workspace_id, $token_hash) AS valid
WHERE valid
CALL oxgraph.capture($workspace_id, $action, datetime.fromEpoch($now[0], $now[1])) YIELD captured, reason, references, injected
WITH captured, reason, references, injected
WHERE NOT captured OR references <> size($action.target_node_ids) OR injected <> size($action.injected_patterns)
RETURN captured, reason, references, injected
