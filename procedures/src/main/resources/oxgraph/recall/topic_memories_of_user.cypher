// Memories of an owner with one of these topic keys.
UNWIND $keys AS key
MATCH (m:memory) USING INDEX m:memory(workspace_id, user_id, topic_key, status)
WHERE m.workspace_id = $workspace_id AND m.user_id = $user_id AND m.topic_key = key AND m.status IN $statuses
RETURN m AS node
