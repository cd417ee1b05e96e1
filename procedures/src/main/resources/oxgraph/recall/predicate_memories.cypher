// Memories with one of these predicates.
UNWIND $predicates AS predicate
MATCH (m:memory)
WHERE m.workspace_id = $workspace_id AND m.predicate = predicate AND m.status IN $statuses
RETURN m AS node
