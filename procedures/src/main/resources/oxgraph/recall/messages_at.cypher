// The messages at these places of conversations.
UNWIND $places AS place
MATCH (m:message) USING INDEX m:message(workspace_id, user_id, conversation_id, position)
WHERE m.workspace_id = $workspace_id AND m.user_id = place.user_id AND m.conversation_id = place.conversation_id
  AND m.position = place.position
RETURN m AS node
