//@ statement: recall/recall
//@ summary: What a workspace knows about a query, if the caller's token is still good; no row when it is not.
//@ param: workspace_id STRING
//@ param: token_hash STRING
//@ param: query STRING
//@ param: options MAP
//@ param: now DATETIME
//@ yields: results LIST<MAP>
//@ yields: context STRING
//@ yields: notes MAP
// The token is checked in the same round trip: a revoked one sees nothing from that moment on.
WITH $token_hash IS NULL OR EXISTS {
  MATCH (t:token {token_hash: $token_hash}) WHERE t.workspace_id = $workspace_id AND t.revoked_at IS NULL
} AS valid
WHERE valid
CALL oxgraph.recall($workspace_id, $query, $options, $now) YIELD results, context, notes
RETURN results, context, notes
