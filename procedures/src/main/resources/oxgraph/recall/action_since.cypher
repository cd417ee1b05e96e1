// An action of a session since a time, if any.
MATCH (a:action)
WHERE a.workspace_id = $workspace_id AND a.session_id = $session_id AND a.started_at > $since
RETURN a LIMIT 1
