// The messages at these places of a conversation.
UNWIND $positions AS position
MATCH (m:message)
WHERE m.workspace_id = $workspace_id AND m.conversation_id = $conversation_id AND m.position = position
RETURN m AS node
