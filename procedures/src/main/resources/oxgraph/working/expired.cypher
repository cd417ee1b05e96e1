// Those of a workspace that have expired, as many as the caller takes.
MATCH (n:slot) USING INDEX SEEK n:slot(workspace_id, expires_at)
WHERE n.workspace_id = $workspace_id AND n.expires_at <= $now
RETURN n
