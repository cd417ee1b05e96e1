// Memories with one of these topic keys.
UNWIND $keys AS key
MATCH (m:memory)
WHERE m.workspace_id = $workspace_id AND m.topic_key = key AND m.status IN $statuses
RETURN m AS node
