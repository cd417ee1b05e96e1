//@ statement: conversation/message_owner
//@ summary: The conversation that a message belongs to; no row when the caller's token is not good.
//@ plan: one
//@ param: workspace_id STRING
//@ param: token_hash STRING
//@ param: visible LIST<STRING>
//@ param: message_id STRING
//@ yields: id STRING
//@ yields: predicates LIST<MAP>
//@ yields: review_importance FLOAT
// The token is checked in the same round trip: a revoked one deletes nothing from that moment on.
WITH oxgraph.token_valid($workspace_id, $token_hash) AS valid
WHERE valid
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
WHERE w.deleted_at IS NULL
OPTIONAL MATCH (m:_mem:message {workspace_id: $workspace_id, id: $message_id})<-[:`_mem:has`]-(c:_mem:conversation)
WHERE ($visible IS NULL OR m.user_id IN $visible)
CALL () {
  MATCH (p:_mem:predicate)
  WHERE p.workspace_id = $workspace_id AND p.name IS NOT NULL
  RETURN collect({name: p.name, importance: p.importance}) AS predicates
}
RETURN c.id AS id, predicates, w.review_importance AS review_importance
