//@ statement: telemetry/import_batch
//@ summary: Write a batch of sessions and of their actions in one transaction.
//@ param: workspace_id STRING
//@ param: sessions LIST<MAP>
//@ param: actions LIST<MAP>
//@ param: now DATETIME
//@ yields: captured INTEGER
//@ yields: duplicates INTEGER
//@ yields: references INTEGER
//@ yields: reason STRING
CALL oxgraph.sessions_many($workspace_id, $sessions, $now) YIELD sessions
CALL oxgraph.capture_many($workspace_id, $actions, $now) YIELD captured, duplicates, references, reason
RETURN captured, duplicates, references, reason
