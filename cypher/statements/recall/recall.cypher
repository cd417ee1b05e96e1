//@ statement: recall/recall
//@ summary: What a workspace knows about a query, if the caller's token is still good; no row when it is not.
//@ param: workspace_id STRING
//@ param: token_hash STRING
//@ param: query STRING
//@ param: options MAP
//@ param: now LIST<INTEGER>
//@ yields: results STRING
//@ yields: context STRING
//@ yields: notes STRING
// Results and notes are JSON: Neo4j and the driver need milliseconds for the times, maps and lists of a full context.
// The present is seconds since 1970 and nanoseconds, as the driver is slow at encoding a datetime.
// The token is checked in the same round trip: a revoked one sees nothing from that moment on.
WITH oxgraph.token_valid($workspace_id, $token_hash) AS valid
WHERE valid
CALL oxgraph.recall_json($workspace_id, $query, $options, datetime.fromEpoch($now[0], $now[1]))
YIELD results, context, notes
RETURN results, context, notes
