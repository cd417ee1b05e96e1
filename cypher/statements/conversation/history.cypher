//@ statement: conversation/history
//@ summary: The latest messages of a conversation, oldest first, as many as asked for or as the workspace says; no row when the caller's token is not good.
//@ param: workspace_id STRING
//@ param: token_hash STRING
//@ param: id STRING
//@ param: shared_id STRING
//@ param: conversation_id STRING
//@ param: most INTEGER
//@ param: ceiling INTEGER
//@ yields: messages LIST<MAP>
// The token is checked in the same round trip: a revoked one sees nothing from that moment on.
WITH oxgraph.token_valid($workspace_id, $token_hash) AS valid
WHERE valid
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
WHERE w.deleted_at IS NULL
WITH w, coalesce($most, w.history_messages, 10) AS most
// A user's own conversation, else the shared one of this id.
OPTIONAL MATCH (own:_mem:conversation {workspace_id: $workspace_id, id: $id})
WHERE own.deleted_at IS NULL
OPTIONAL MATCH (shared:_mem:conversation {workspace_id: $workspace_id, id: $shared_id})
WHERE shared.deleted_at IS NULL
WITH most, coalesce(own, shared) AS c
WITH most, c.user_id AS owner, c.message_count - most AS first
CALL (owner, first) {
  MATCH (m:message) USING INDEX m:message(workspace_id, user_id, conversation_id, position)
  WHERE m.workspace_id = $workspace_id AND m.user_id = owner AND m.conversation_id = $conversation_id AND m.position >= first
  RETURN collect(m) AS latest
}
// Where some of these places are empty, as what stood there was deleted, what is before them fills up. Where none is,
// nothing lies before the bound: a condition alone would not keep the index from being read.
WITH most, owner, latest, CASE WHEN size(latest) < most AND first > 0 THEN first ELSE -1 END AS bound
CALL (most, owner, latest, bound) {
  MATCH (m:message) USING INDEX m:message(workspace_id, user_id, conversation_id, position)
  WHERE m.workspace_id = $workspace_id AND m.user_id = owner AND m.conversation_id = $conversation_id AND m.position < bound
  WITH m ORDER BY m.workspace_id DESC, m.user_id DESC, m.conversation_id DESC, m.position DESC LIMIT $ceiling
  RETURN collect(m) AS earlier
}
WITH latest, earlier[..most - size(latest)] AS earlier
CALL (latest, earlier) {
  UNWIND latest + earlier AS m
  WITH m ORDER BY m.position
  RETURN collect(m {.id, .conversation_id, .role, .speaker, .text, .said_at, .position, .metadata, .episode_id})
         AS messages
}
RETURN messages
