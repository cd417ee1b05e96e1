//@ statement: conversation/page
//@ summary: Messages of a conversation in their order, behind one of them or from a position on; no row when the caller's token is not good.
//@ plan: one
//@ param: workspace_id STRING
//@ param: token_hash STRING
//@ param: id STRING
//@ param: shared_id STRING
//@ param: conversation_id STRING
//@ param: after STRING
//@ param: position INTEGER
//@ param: limit INTEGER
//@ yields: found BOOLEAN
//@ yields: messages STRING
// The token is checked in the same round trip: a revoked one sees nothing from that moment on.
WITH oxgraph.token_valid($workspace_id, $token_hash) AS valid
WHERE valid
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
WHERE w.deleted_at IS NULL
// A user's own conversation, else the shared one of this id.
OPTIONAL MATCH (own:_mem:conversation {workspace_id: $workspace_id, id: $id})
WHERE own.deleted_at IS NULL
OPTIONAL MATCH (shared:_mem:conversation {workspace_id: $workspace_id, id: $shared_id})
WHERE shared.deleted_at IS NULL
WITH coalesce(own, shared) AS c
OPTIONAL MATCH (seen:_mem:message {workspace_id: $workspace_id, id: $after})
WHERE seen.conversation_id = $conversation_id AND seen.user_id = c.user_id
CALL (c, seen) {
  // A negative position counts back from the end: `message_count` is the position of the next message.
  WITH c.user_id AS owner,
       coalesce(seen.position, $position - 1 + CASE WHEN $position < 0 THEN c.message_count ELSE 0 END) AS place
  WHERE c IS NOT NULL AND (seen IS NOT NULL OR $after IS NULL)
  MATCH (m:message) USING INDEX m:message(workspace_id, user_id, conversation_id, position)
  WHERE m.workspace_id = $workspace_id AND m.user_id = owner AND m.conversation_id = $conversation_id
    AND m.position > place
  WITH m ORDER BY m.workspace_id, m.user_id, m.conversation_id, m.position LIMIT $limit
  RETURN collect(m {.id, .conversation_id, .role, .speaker, .text, .said_at, .position, .metadata, .shown_ids, .episode_id})
         AS messages
}
RETURN $after IS NULL OR seen IS NOT NULL AS found, oxgraph.json(messages) AS messages
