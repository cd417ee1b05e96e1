//@ audit: unfinished_deletions
//@ summary: Conversations whose deletion began more than a day ago and is unfinished; delete_conversation resumes it.
//@ param: now DATETIME
//@ yields: workspace_id STRING
//@ yields: conversation_id STRING
//@ yields: deleted_at DATETIME
MATCH (w:workspace)
WHERE w:_mem AND w.deleted_at IS NULL
CALL (w) {
  MATCH (c:_mem:conversation)
  WHERE c.workspace_id = w.id AND c.deleted_at < $now - duration({days: 1})
  RETURN c
}
RETURN w.id AS workspace_id, c.conversation_id AS conversation_id, c.deleted_at AS deleted_at
LIMIT 100
