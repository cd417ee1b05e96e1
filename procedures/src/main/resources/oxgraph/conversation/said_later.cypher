// The first message that was said later.
MATCH (m:message) USING INDEX m:message(workspace_id, user_id, conversation_id, said_at, position)
WHERE m.workspace_id = $workspace_id AND m.user_id = $user_id AND m.conversation_id = $conversation_id
  AND m.said_at > $at AND m.position IS NOT NULL
RETURN m
ORDER BY m.workspace_id, m.user_id, m.conversation_id, m.said_at, m.position LIMIT 1
