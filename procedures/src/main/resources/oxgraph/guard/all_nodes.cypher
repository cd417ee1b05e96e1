MATCH (n:_mem)
WHERE n.workspace_id = $workspace_id AND n.id IS NOT NULL
RETURN n
