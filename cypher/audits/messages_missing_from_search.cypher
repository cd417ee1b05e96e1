//@ audit: messages_missing_from_search
//@ summary: Messages that recall cannot find, and erased messages that it could still find.
//@ yields: workspace_id STRING
//@ yields: erased BOOLEAN
//@ yields: messages INTEGER
MATCH (w:workspace)
WHERE w:_mem AND w.deleted_at IS NULL
CALL (w) {
  MATCH (m:_mem:message)
  WHERE m.workspace_id = w.id AND m.user_id IS NOT NULL AND m.conversation_id IS NOT NULL AND m.position IS NOT NULL
  RETURN m, m.text = '[erased]' AND m.extraction_stage = 'erasure' AS erased
}
WITH w, m, coalesce(erased, false) AS erased
WHERE CASE WHEN erased
  THEN coalesce(m.workspace_term, m.unembedded, m.embedding_model) IS NOT NULL OR m.embedding IS NOT NULL
       OR m.embedding_alt IS NOT NULL
  ELSE m.workspace_term IS NULL OR m.unembedded IS NULL AND m.embedding_model IS NULL
END
RETURN w.id AS workspace_id, erased, count(*) AS messages
LIMIT 100
