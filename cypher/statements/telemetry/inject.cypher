//@ statement: telemetry/inject
//@ summary: The block of past experience for an action, if the caller's token is still good; no row when it is not.
//@ param: workspace_id STRING
//@ param: token_hash STRING
//@ param: request MAP
//@ param: now DATETIME
//@ yields: block STRING
//@ yields: patterns LIST<MAP>
WITH $token_hash IS NULL OR EXISTS {
  MATCH (t:token {token_hash: $token_hash}) WHERE t.workspace_id = $workspace_id AND t.revoked_at IS NULL
} AS valid
WHERE valid
CALL oxgraph.inject($workspace_id, $request, $now) YIELD block, patterns
RETURN block, patterns
