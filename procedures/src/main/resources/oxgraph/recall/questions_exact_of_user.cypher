// Where the vector index gives fewer than there are: each question for a memory of the owner, compared.
MATCH (q:question) USING INDEX q:question(workspace_id, user_id, memory_id)
WHERE q.workspace_id = $workspace_id AND q.user_id = $user_id AND q.memory_id IS NOT NULL AND q[$slot] IS NOT NULL
MATCH (q)-[:`_mem:asks`]->(m:memory)
RETURN m AS node, 2 * vector.similarity.cosine(q[$slot], $vector) - 1 AS score
ORDER BY score DESC
