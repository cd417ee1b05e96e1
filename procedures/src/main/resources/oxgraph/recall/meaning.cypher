// Memories whose content means most nearly the same.
CYPHER 25
MATCH (m)
  SEARCH m IN (VECTOR INDEX oxgraph_memory_embedding FOR $vector
    WHERE m.workspace_id = $workspace_id AND m.user_id >= $user_from AND m.user_id <= $user_to
      AND m.status = $status AND m.valid_from < $before AND m.valid_to > $after
    LIMIT $limit)
  SCORE AS nearness
RETURN m AS node, 2 * nearness - 1 AS score
