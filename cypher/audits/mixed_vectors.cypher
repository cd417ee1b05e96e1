//@ audit: mixed_vectors
//@ summary: Nodes whose vector comes from neither the workspace's model nor its next model, or has no slot.
//@ yields: workspace_id STRING
//@ yields: kind STRING
//@ yields: model STRING
//@ yields: nodes INTEGER
MATCH (w:workspace)
WHERE w:_mem AND w.deleted_at IS NULL
WITH w, coalesce(w.embedding_slot, 'embedding') AS slot
WITH w, slot, CASE slot WHEN 'embedding' THEN 'embedding_alt' ELSE 'embedding' END AS other
CALL (w) {
  MATCH (n:_mem:memory)
  WHERE n.workspace_id = w.id AND n.embedding_model IS NOT NULL
  RETURN n, 'memory' AS kind
  UNION ALL
  MATCH (n:_mem:entity)
  WHERE n.workspace_id = w.id AND n.embedding_model IS NOT NULL
  RETURN n, 'entity' AS kind
  UNION ALL
  MATCH (n:_mem:question)
  WHERE n.workspace_id = w.id AND n.embedding_model IS NOT NULL
  RETURN n, 'question' AS kind
  UNION ALL
  MATCH (n:_mem:sequence)
  WHERE n.workspace_id = w.id AND n.embedding_model IS NOT NULL
  RETURN n, 'sequence' AS kind
  UNION ALL
  MATCH (n:_mem:message)
  WHERE n.workspace_id = w.id AND n.embedding_model IS NOT NULL
  RETURN n, 'message' AS kind
  UNION ALL
  MATCH (n:_mem:episode)
  WHERE n.workspace_id = w.id AND n.embedding_model IS NOT NULL
  RETURN n, 'episode' AS kind
}
WITH w, slot, other, kind, n
WHERE CASE n.embedding_model
  WHEN w.embedding_model THEN n[slot] IS NULL
  WHEN w.next_embedding_model THEN n[other] IS NULL
  // Of a change that was called off; its slot is being emptied.
  ELSE w.stale_embedding_slot IS NULL
END
RETURN w.id AS workspace_id, kind, n.embedding_model AS model, count(*) AS nodes
LIMIT 100
