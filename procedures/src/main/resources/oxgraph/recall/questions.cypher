// Memories that answer a question which means most nearly the same.
CYPHER 25
MATCH (q)
  SEARCH q IN (VECTOR INDEX oxgraph_question_embedding FOR $vector
    WHERE q.workspace_id = $workspace_id AND q.user_id >= $user_from AND q.user_id <= $user_to
    LIMIT $limit)
  SCORE AS nearness
MATCH (q)-[:`_mem:asks`]->(m:memory)
RETURN m AS node, 2 * nearness - 1 AS score
