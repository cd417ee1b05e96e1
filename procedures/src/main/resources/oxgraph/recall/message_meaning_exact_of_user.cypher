// Where the vector index gives fewer than there are: each message of the owner, compared.
MATCH (m:message) USING INDEX m:message(workspace_id, user_id, conversation_id, position)
WHERE m.workspace_id = $workspace_id AND m.user_id = $user_id AND m.conversation_id IS NOT NULL
  AND m.position IS NOT NULL AND m[$slot] IS NOT NULL
RETURN m AS node, 2 * vector.similarity.cosine(m[$slot], $vector) - 1 AS score
ORDER BY score DESC
