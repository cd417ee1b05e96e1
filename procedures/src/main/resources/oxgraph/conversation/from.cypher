// The first messages from a place on.
MATCH (m:message) USING INDEX m:message(workspace_id, user_id, conversation_id, position)
WHERE m.workspace_id = $workspace_id AND m.user_id = $user_id AND m.conversation_id = $conversation_id
  AND m.position >= $place
RETURN m
ORDER BY m.workspace_id, m.user_id, m.conversation_id, m.position LIMIT $limit
