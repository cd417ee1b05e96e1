//@ statement: conversation/begin_deletion
//@ summary: Take a conversation out of every read and let nobody add to it; no row when the caller's token is not good.
//@ plan: one
//@ param: workspace_id STRING
//@ param: token_hash STRING
//@ param: id STRING
//@ param: now DATETIME
//@ yields: found BOOLEAN
//@ yields: nodes INTEGER
//@ yields: predicates LIST<MAP>
//@ yields: review_importance FLOAT
// The token is checked in the same round trip: a revoked one deletes nothing from that moment on.
WITH oxgraph.token_valid($workspace_id, $token_hash) AS valid
WHERE valid
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
WHERE w.deleted_at IS NULL
// The lock first: who is writing into it has done so before, and who comes later sees that it is going.
CALL () {
  MATCH (locked:_mem:conversation {workspace_id: $workspace_id, id: $id})
  SET locked.workspace_id = locked.workspace_id
  RETURN count(*) AS locked
}
OPTIONAL MATCH (c:_mem:conversation {workspace_id: $workspace_id, id: $id})
OPTIONAL MATCH (who:token {token_hash: $token_hash})
FOREACH (_ IN CASE WHEN c IS NULL OR c.deleted_at IS NOT NULL THEN [] ELSE [1] END |
  MERGE (x:_mem:transition {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'transition',
    [$id, 'conversation_deleted', toString($now.epochMillis)])})
  ON CREATE SET x.created_at = $now, x.at = $now, x.subject_id = $id, x.subject_kind = 'conversation',
    x.rule = 'conversation_deleted', x.to_status = 'deleted', x.inputs = '{}', x.audited_at = $now,
    x.by = coalesce(who.name, 'operator'), x.by_id = who.id
  SET c.deleted_at = $now)
WITH w, c
CALL () {
  MATCH (p:_mem:predicate)
  WHERE p.workspace_id = $workspace_id AND p.name IS NOT NULL
  RETURN collect({name: p.name, importance: p.importance}) AS predicates
}
RETURN c IS NOT NULL AS found, COUNT { (c)-[:`_mem:has`]->() } + COUNT { (c)<-[:`_mem:summarises`]-() } AS nodes,
       predicates, w.review_importance AS review_importance
