// Memories of an owner with one of these predicates.
UNWIND $predicates AS predicate
MATCH (m:memory) USING INDEX m:memory(workspace_id, user_id, predicate, status)
WHERE m.workspace_id = $workspace_id AND m.user_id = $user_id AND m.predicate = predicate AND m.status IN $statuses
RETURN m AS node
