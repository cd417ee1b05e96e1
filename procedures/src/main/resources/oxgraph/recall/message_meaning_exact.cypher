// Where the vector index gives fewer than there are: each message, compared.
MATCH (m:message)
WHERE m.workspace_id = $workspace_id AND m.said_at IS NOT NULL AND m[$slot] IS NOT NULL
RETURN m AS node, 2 * vector.similarity.cosine(m[$slot], $vector) - 1 AS score
ORDER BY score DESC
