// The next name by which somebody speaks in the owner's conversations.
MATCH (m:message) USING INDEX m:message(workspace_id, user_id, speaker)
WHERE m.workspace_id = $workspace_id AND m.user_id = $user_id AND m.speaker > $after
RETURN m AS node
ORDER BY m.workspace_id, m.user_id, m.speaker
LIMIT 1
