//@ statement: conversation/history
//@ summary: The latest messages of a conversation, oldest first, as many as asked for or as the workspace says; no row when the caller's token is not good.
//@ param: workspace_id STRING
//@ param: token_hash STRING
//@ param: id STRING
//@ param: conversation_id STRING
//@ param: most INTEGER
//@ param: ceiling INTEGER
//@ yields: messages LIST<MAP>
// The token is checked in the same round trip: a revoked one sees nothing from that moment on.
WITH $token_hash IS NULL OR EXISTS {
  MATCH (t:token {token_hash: $token_hash}) WHERE t.workspace_id = $workspace_id AND t.revoked_at IS NULL
} AS valid
WHERE valid
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
WHERE w.deleted_at IS NULL
WITH w, coalesce($most, w.history_messages, 10) AS most
OPTIONAL MATCH (c:_mem:conversation {workspace_id: $workspace_id, id: $id})
WHERE c.deleted_at IS NULL
WITH most, c, c.message_count - most AS first
CALL (first) {
  MATCH (m:message) USING INDEX m:message(workspace_id, conversation_id, position)
  WHERE m.workspace_id = $workspace_id AND m.conversation_id = $conversation_id AND m.position >= first
  RETURN collect(m) AS latest
}
// Where some of these places are empty, as what stood there was deleted, what is before them fills up.
OPTIONAL CALL (c, first, most, latest) {
  WITH c, first, most, latest WHERE size(latest) < most AND first > 0
  MATCH (m:message) USING INDEX m:message(workspace_id, conversation_id, position)
  WHERE m.workspace_id = $workspace_id AND m.conversation_id = $conversation_id AND m.position < first
  WITH m, most - size(latest) AS missing
  ORDER BY m.workspace_id DESC, m.conversation_id DESC, m.position DESC LIMIT $ceiling
  WITH missing, collect(m) AS earlier
  RETURN earlier[..missing] AS earlier
}
CALL (latest, earlier) {
  UNWIND latest + coalesce(earlier, []) AS m
  WITH m ORDER BY m.position
  RETURN collect(m {.id, .conversation_id, .role, .speaker, .text, .said_at, .position, .metadata, .episode_id})
         AS messages
}
RETURN messages
