// Episodes that mean most nearly the same.
CYPHER 25
MATCH (e)
  SEARCH e IN (VECTOR INDEX oxgraph_episode_embedding FOR $vector
    WHERE e.workspace_id = $workspace_id AND e.user_id >= $user_from AND e.user_id <= $user_to
    LIMIT $limit)
  SCORE AS nearness
RETURN e AS node, 2 * nearness - 1 AS score
