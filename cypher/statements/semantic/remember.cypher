//@ statement: semantic/remember
//@ summary: Take statements in, if the caller's token is still good; no row when it is not.
//@ param: workspace_id STRING
//@ param: token_hash STRING
//@ param: items LIST<MAP>
//@ param: now DATETIME
//@ yields: item INTEGER
//@ yields: id STRING
//@ yields: memory_id STRING
//@ yields: outcome STRING
//@ yields: reason STRING
//@ yields: subject_id STRING
//@ yields: object_id STRING
//@ yields: superseded LIST<STRING>
//@ yields: superseded_by STRING
//@ yields: contradicts LIST<STRING>
//@ yields: candidates LIST<MAP>
// The token is checked in the same round trip: a revoked one changes nothing from that moment on.
WITH oxgraph.token_valid($workspace_id, $token_hash) AS valid
WHERE valid
CALL oxgraph.remember($workspace_id, $items, $now)
  YIELD item, id, memory_id, outcome, reason,
        subject_id, object_id, superseded, superseded_by, contradicts, candidates
RETURN item, id, memory_id, outcome, reason,
       subject_id, object_id, superseded, superseded_by, contradicts, candidates
