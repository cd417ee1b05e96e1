//@ statement: episode/recent
//@ summary: The latest episodes of a conversation, the latest last, if the caller's token is still good; no row when it is not.
//@ param: workspace_id STRING
//@ param: token_hash STRING
//@ param: id STRING
//@ param: shared_id STRING
//@ param: conversation_id STRING
//@ param: limit INTEGER
//@ yields: episodes LIST<MAP>
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
WHERE w.deleted_at IS NULL AND oxgraph.token_valid($workspace_id, $token_hash)
// A user's own conversation, else the shared one of this id; nothing of one that is being deleted.
OPTIONAL MATCH (own:_mem:conversation {workspace_id: $workspace_id, id: $id})
USING INDEX SEEK own:_mem(workspace_id, id)
OPTIONAL MATCH (shared:_mem:conversation {workspace_id: $workspace_id, id: $shared_id})
USING INDEX SEEK shared:_mem(workspace_id, id)
WITH w, coalesce(own, shared) AS c
CALL (c) {
  WITH c, c.user_id AS owner WHERE c.deleted_at IS NULL
  MATCH (e:episode) USING INDEX SEEK e:episode(workspace_id, user_id, conversation_id, ended_at)
  WHERE e.workspace_id = $workspace_id AND e.user_id = owner AND e.conversation_id = $conversation_id
    AND e.ended_at IS NOT NULL AND e.deleted_at IS NULL
  WITH e ORDER BY e.ended_at DESC, e.started_at DESC, e.id LIMIT 100
  RETURN collect(e {.id, .conversation_id, .summary, .summary_source, .turn_count, .started_at, .ended_at,
                    .source_message_ids}) AS latest
}
RETURN reverse(latest[..coalesce($limit, w.recent_episodes, 5)]) AS episodes
