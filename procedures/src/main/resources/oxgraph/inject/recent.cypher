// The last actions of a type in the workspace, newest first. The order names all that the index is on, so that it is read
// backwards and no further than what is returned.
MATCH (a:action) USING INDEX SEEK a:action(workspace_id, action_type, started_at)
WHERE a.workspace_id = $workspace_id AND a.action_type = $action_type AND a.started_at >= $since
  AND a.started_at <= $now
RETURN a.outcome AS outcome, a.session_id AS session_id, a.target_node_ids[0] AS target,
       coalesce(a.target_node_type, '') AS node_type
ORDER BY a.workspace_id DESC, a.action_type DESC, a.started_at DESC, a.seq DESC LIMIT 20
