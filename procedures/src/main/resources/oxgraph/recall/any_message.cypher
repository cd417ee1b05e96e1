// A message, if there is any.
MATCH (n:message)
WHERE n.workspace_id = $workspace_id AND n.said_at IS NOT NULL
RETURN n AS node
LIMIT 1
