// Memories that have one of these entities as their subject.
UNWIND $ids AS id
MATCH (m:memory)
WHERE m.workspace_id = $workspace_id AND m.subject_id = id AND m.predicate IS NOT NULL AND m.status IN $statuses
  AND ($owners IS NULL OR m.user_id IN $owners)
RETURN m AS node
