//@ statement: conversation/shown
//@ summary: What memory showed in the prompt before an answer, in its order, as it is now; null where there is no such message. No row when the caller's token is not good.
//@ param: workspace_id STRING
//@ param: token_hash STRING
//@ param: visible LIST<STRING>
//@ param: id STRING
//@ yields: shown LIST<MAP>
// The token is checked in the same round trip: a revoked one sees nothing from that moment on.
WITH oxgraph.token_valid($workspace_id, $token_hash) AS valid
WHERE valid
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
WHERE w.deleted_at IS NULL
OPTIONAL MATCH (m:_mem:message {workspace_id: $workspace_id, id: $id})<-[:`_mem:has`]-(c:_mem:conversation)
WHERE c.deleted_at IS NULL AND ($visible IS NULL OR m.user_id IN $visible)
OPTIONAL CALL (m) {
  WITH m WHERE m IS NOT NULL
  CALL (m) {
    UNWIND coalesce(m.shown_ids, []) AS id
    OPTIONAL MATCH (n:_mem {workspace_id: $workspace_id, id: id})
    WHERE ($visible IS NULL OR CASE WHEN n:entity THEN coalesce(n.private_to, '') ELSE coalesce(n.user_id, '') END IN $visible)
    OPTIONAL MATCH (gone:_mem:tombstone {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'tombstone', [id])})
    // Of what is deleted nothing says whose it was.
    WHERE n IS NULL AND $visible IS NULL
    RETURN collect({
      id: id, labels: labels(n), kind: gone.kind, reason: gone.reason, user_id: nullIf(n.user_id, ''),
      conversation_id: n.conversation_id,
      status: CASE WHEN n IS NULL OR n.deleted_at IS NOT NULL THEN 'deleted'
                   WHEN n:memory AND NOT n:entity THEN n.status ELSE 'active' END,
      // What is forgotten or deleted is not shown again.
      properties: CASE WHEN n.deleted_at IS NULL AND coalesce(n.status, '') <> 'forgotten'
        THEN coalesce(n {.content, .text, .summary, .name, .speaker, .role}, {}) ELSE {} END
    }) AS shown
  }
  RETURN shown
}
RETURN shown
