//@ statement: recall/search
//@ summary: The messages that recall finds for a query, whole; no row when the caller's token is not good.
//@ param: workspace_id STRING
//@ param: token_hash STRING
//@ param: query STRING
//@ param: options MAP
//@ param: now DATETIME
//@ yields: messages LIST<MAP>
// The token is checked in the same round trip: a revoked one sees nothing from that moment on.
WITH oxgraph.token_valid($workspace_id, $token_hash) AS valid
WHERE valid
CALL oxgraph.recall($workspace_id, $query, $options, $now) YIELD results
CALL (results) {
  UNWIND results AS found
  MATCH (m:_mem:message {workspace_id: $workspace_id, id: found.id})
  WITH found, m ORDER BY found.rank
  RETURN collect(
    m {.id, .conversation_id, .role, .speaker, .text, .said_at, .position, .metadata, .shown_ids, .episode_id,
       user_id: CASE WHEN m.user_id <> '' THEN m.user_id END, similarity: found.similarity}
  ) AS messages
}
RETURN messages
