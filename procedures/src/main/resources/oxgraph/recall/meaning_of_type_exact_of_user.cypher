// Where the vector index gives fewer than there are: each memory of the owner, the state and the type, compared.
MATCH (m:memory) USING INDEX m:memory(workspace_id, user_id, status, valid_from)
WHERE m.workspace_id = $workspace_id AND m.user_id = $user_id AND m.status = $status AND m.valid_from < $before
  AND m.type = $type AND m.valid_to > $after AND m[$slot] IS NOT NULL
RETURN m AS node, 2 * vector.similarity.cosine(m[$slot], $vector) - 1 AS score
ORDER BY score DESC
