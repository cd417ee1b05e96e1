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
WITH oxgraph.token_valid($workspace_id, $token_hash) AS valid
WHERE valid
CALL oxgraph.capture_many($workspace_id, $actions, $now) YIELD captured, duplicates, references, reason
RETURN captured, duplicates, references, reason
