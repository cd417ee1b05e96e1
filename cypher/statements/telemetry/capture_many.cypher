//@ statement: telemetry/capture_many
//@ summary: Capture a batch of actions, all or nothing; no row when the caller's token is not good.
//@ param: workspace_id STRING
//@ param: token_hash STRING
//@ param: actions LIST<MAP>
//@ param: now DATETIME
//@ yields: captured INTEGER
//@ yields: duplicates INTEGER
//@ yields: references INTEGER
//@ yields: reason STRING
WITH $token_hash IS NULL OR EXISTS {
  MATCH (t:token {token_hash: $token_hash}) WHERE t.workspace_id = $workspace_id AND t.revoked_at IS NULL
} AS valid
WHERE valid
CALL oxgraph.capture_many($workspace_id, $actions, $now) YIELD captured, duplicates, references, reason
RETURN captured, duplicates, references, reason
