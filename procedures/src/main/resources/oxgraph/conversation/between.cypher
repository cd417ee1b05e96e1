// The messages from a place on, up to another.
MATCH (m:message) USING INDEX m:message(workspace_id, user_id, conversation_id, position)
WHERE m.workspace_id = $workspace_id AND m.user_id = $user_id AND m.conversation_id = $conversation_id
  AND m.position >= $from AND m.position < $until
RETURN m
