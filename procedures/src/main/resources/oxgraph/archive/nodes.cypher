MATCH (n:_mem)
WHERE n.workspace_id = $workspace_id AND n.id > $after
RETURN n
ORDER BY n.workspace_id, n.id
LIMIT $limit
