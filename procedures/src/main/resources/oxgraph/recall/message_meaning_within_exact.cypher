// Where the vector index gives fewer than there are: each message of the conversations of this id, compared.
MATCH (m:message)
WHERE m.workspace_id = $workspace_id AND m.said_at IS NOT NULL AND m.conversation_id = $conversation_id
  AND m[$slot] IS NOT NULL
RETURN m AS node, 2 * vector.similarity.cosine(m[$slot], $vector) - 1 AS score
ORDER BY score DESC
