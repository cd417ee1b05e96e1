// An episode, if there is any.
MATCH (n:episode)
WHERE n.workspace_id = $workspace_id AND n.ended_at IS NOT NULL
RETURN n AS node
LIMIT 1
