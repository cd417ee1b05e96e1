//@ statement: episode/recent
//@ summary: The latest episodes of a conversation, the latest last, if the caller's token is still good; no row when it is not.
//@ param: workspace_id STRING
//@ param: token_hash STRING
//@ param: conversation_id STRING
//@ param: limit INTEGER
//@ yields: episodes LIST<MAP>
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
WHERE w.deleted_at IS NULL AND oxgraph.token_valid($workspace_id, $token_hash)
OPTIONAL MATCH (c:_mem:conversation {workspace_id: $workspace_id,
                                     id: oxgraph.stable_id($workspace_id, 'conversation', [$conversation_id])})
USING INDEX SEEK c:_mem(workspace_id, id)
WHERE c.deleted_at IS NOT NULL
CALL (c) {
  MATCH (e:episode) USING INDEX SEEK e:episode(workspace_id, conversation_id, ended_at)
  WHERE c IS NULL AND e.workspace_id = $workspace_id AND e.conversation_id = $conversation_id
    AND e.ended_at IS NOT NULL AND e.deleted_at IS NULL
  WITH e ORDER BY e.ended_at DESC, e.started_at DESC, e.id LIMIT 100
  RETURN collect(e {.id, .conversation_id, .summary, .summary_source, .turn_count, .started_at, .ended_at,
                    .source_message_ids}) AS latest
}
RETURN reverse(latest[..coalesce($limit, w.recent_episodes, 5)]) AS episodes
