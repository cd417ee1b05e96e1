// A memory, if there is any.
MATCH (n:memory)
WHERE n.workspace_id = $workspace_id AND n.recorded_at IS NOT NULL
RETURN n AS node
LIMIT 1
