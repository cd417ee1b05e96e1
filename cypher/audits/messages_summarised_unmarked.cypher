//@ audit: messages_summarised_unmarked
//@ summary: Messages that an episode summarises but that do not name it: they would be summarised again.
//@ yields: workspace_id STRING
//@ yields: episode_id STRING
//@ yields: message_id STRING
MATCH (w:workspace)
WHERE w:_mem AND w.deleted_at IS NULL
CALL (w) {
  MATCH (e:_mem:episode)
  WHERE e.workspace_id = w.id AND e.ended_at IS NOT NULL
  // All of them or none were deleted or marked with it: the first tells.
  MATCH (m:_mem:message {workspace_id: w.id, id: e.source_message_ids[0]})
  WHERE m.episode_id IS NULL OR m.episode_id <> e.id
  RETURN e.id AS episode_id, m.id AS message_id
}
RETURN w.id AS workspace_id, episode_id, message_id
LIMIT 100
