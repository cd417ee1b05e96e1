// The active patterns of actions, the suppressed too.
MATCH (p:pattern)
WHERE p.workspace_id = $workspace_id AND p.status = 'active' AND p.action_type IS NOT NULL
  AND NOT coalesce(p.context, '') STARTS WITH 'outcome='
RETURN p
