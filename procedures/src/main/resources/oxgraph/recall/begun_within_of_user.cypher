// Memories of an owner that began within a window, the first ones first.
MATCH (m:memory) USING INDEX m:memory(workspace_id, user_id, status, valid_from)
WHERE m.workspace_id = $workspace_id AND m.user_id = $user_id AND m.status = $status AND m.valid_from >= $from
  AND m.valid_from < $to
RETURN m AS node
ORDER BY m.workspace_id, m.user_id, m.status, m.valid_from
