// Where the vector index gives fewer than there are: each memory of the state and the type, compared; those of other
// types, which may be very many, are not read.
MATCH (m:memory)
USING INDEX m:memory(workspace_id, type, status, last_accessed_at)
WHERE m.workspace_id = $workspace_id AND m.type = $type AND m.status = $status AND m.last_accessed_at IS NOT NULL
  AND m.valid_from < $before AND m.valid_to > $after AND m[$slot] IS NOT NULL
RETURN m AS node, 2 * vector.similarity.cosine(m[$slot], $vector) - 1 AS score
ORDER BY score DESC
