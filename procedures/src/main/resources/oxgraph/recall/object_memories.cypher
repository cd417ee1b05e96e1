// Memories that have one of these entities as their object.
UNWIND $ids AS id
MATCH (m:memory)
WHERE m.workspace_id = $workspace_id AND m.object_id = id AND m.status IN $statuses
  AND ($owners IS NULL OR m.user_id IN $owners)
RETURN m AS node
