// The last messages before a place, the latest first.
MATCH (m:message) USING INDEX m:message(workspace_id, user_id, conversation_id, position)
WHERE m.workspace_id = $workspace_id AND m.user_id = $user_id AND m.conversation_id = $conversation_id
  AND m.position < $place
RETURN m
ORDER BY m.workspace_id DESC, m.user_id DESC, m.conversation_id DESC, m.position DESC LIMIT $limit
