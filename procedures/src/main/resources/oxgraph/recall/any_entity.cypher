// An entity that recall can return, if there is any.
MATCH (n:entity)
WHERE n.workspace_id = $workspace_id AND n.workspace_term = $term
RETURN n AS node
LIMIT 1
