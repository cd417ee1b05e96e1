// Those of a conversation, expired or not.
MATCH (n:slot) USING INDEX SEEK n:slot(workspace_id, user_id, conversation_id, expires_at)
WHERE n.workspace_id = $workspace_id AND n.user_id = $user_id AND n.conversation_id = $conversation_id AND n.expires_at IS NOT NULL
RETURN n
