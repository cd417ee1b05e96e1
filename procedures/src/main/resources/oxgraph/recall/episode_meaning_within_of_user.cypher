// The episodes of the owner's conversation, compared.
MATCH (e:episode) USING INDEX e:episode(workspace_id, user_id, conversation_id, ended_at)
WHERE e.workspace_id = $workspace_id AND e.user_id = $user_id AND e.conversation_id = $conversation_id
  AND e.ended_at IS NOT NULL AND e.deleted_at IS NULL AND e[$slot] IS NOT NULL
RETURN e AS node, 2 * vector.similarity.cosine(e[$slot], $vector) - 1 AS score
ORDER BY score DESC
