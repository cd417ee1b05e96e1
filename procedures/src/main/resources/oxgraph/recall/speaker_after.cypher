// The next name by which somebody speaks here.
MATCH (m:message)
WHERE m.workspace_id = $workspace_id AND m.speaker > $after
RETURN m AS node
ORDER BY m.workspace_id, m.speaker
LIMIT 1
