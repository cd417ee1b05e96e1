// The latest episodes, the latest first.
MATCH (e:episode) USING INDEX SEEK e:episode(workspace_id, user_id, conversation_id, ended_at)
WHERE e.workspace_id = $workspace_id AND e.user_id = $user_id AND e.conversation_id = $conversation_id
  AND e.ended_at IS NOT NULL AND e.deleted_at IS NULL
RETURN e
ORDER BY e.ended_at DESC, e.started_at DESC, e.id LIMIT $limit
