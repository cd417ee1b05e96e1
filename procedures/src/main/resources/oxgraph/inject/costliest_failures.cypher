// The active, unsuppressed failure patterns and what is annotated, of these action types; an empty list: of any.
MATCH (p:pattern)
WHERE p.workspace_id = $workspace_id AND p.status = 'active' AND p.action_type IS NOT NULL
  AND NOT coalesce(p.context, '') STARTS WITH 'outcome='
  AND NOT coalesce(p.suppressed, false) AND (p.error_code <> 'None' OR p.annotation IS NOT NULL)
  AND (size($action_types) = 0 OR p.action_type IN $action_types)
RETURN p
