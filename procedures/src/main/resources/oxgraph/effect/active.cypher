// The active patterns, the suppressed too.
MATCH (p:pattern)
WHERE p.workspace_id = $workspace_id AND p.status = 'active' AND p.action_type IS NOT NULL
RETURN p
