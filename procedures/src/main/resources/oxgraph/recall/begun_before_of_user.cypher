// Memories of an owner that began before a window and hold within it, those that began last first; an event lies where it
// begins.
MATCH (m:memory) USING INDEX m:memory(workspace_id, user_id, status, valid_from)
WHERE m.workspace_id = $workspace_id AND m.user_id = $user_id AND m.status = $status AND m.valid_from < $from
  AND m.valid_to > $from AND m.type <> 'event'
RETURN m AS node
ORDER BY m.workspace_id DESC, m.user_id DESC, m.status DESC, m.valid_from DESC
