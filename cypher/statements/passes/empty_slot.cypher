//@ statement: passes/empty_slot
//@ summary: Empty a batch of a workspace's stale slot; what has no vector in the other one waits for one again.
//@ param: workspace_id STRING
//@ param: slot STRING
//@ param: batch INTEGER
//@ yields: emptied INTEGER
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
WHERE w.stale_embedding_slot = $slot
WITH w, CASE $slot WHEN 'embedding' THEN 'embedding_alt' ELSE 'embedding' END AS kept
CALL () {
  MATCH (n:_mem:memory) USING INDEX SEEK n:memory(workspace_id, embedding_model)
  WHERE n.workspace_id = $workspace_id AND n.embedding_model IS NOT NULL AND n[$slot] IS NOT NULL
  RETURN n
  UNION ALL
  MATCH (n:_mem:entity) USING INDEX SEEK n:entity(workspace_id, embedding_model)
  WHERE n.workspace_id = $workspace_id AND n.embedding_model IS NOT NULL AND n[$slot] IS NOT NULL
  RETURN n
  UNION ALL
  MATCH (n:_mem:question) USING INDEX SEEK n:question(workspace_id, embedding_model)
  WHERE n.workspace_id = $workspace_id AND n.embedding_model IS NOT NULL AND n[$slot] IS NOT NULL
  RETURN n
  UNION ALL
  MATCH (n:_mem:sequence) USING INDEX SEEK n:sequence(workspace_id, embedding_model)
  WHERE n.workspace_id = $workspace_id AND n.embedding_model IS NOT NULL AND n[$slot] IS NOT NULL
  RETURN n
  UNION ALL
  MATCH (n:_mem:message) USING INDEX SEEK n:message(workspace_id, embedding_model)
  WHERE n.workspace_id = $workspace_id AND n.embedding_model IS NOT NULL AND n[$slot] IS NOT NULL
  RETURN n
  UNION ALL
  MATCH (n:_mem:episode) USING INDEX SEEK n:episode(workspace_id, embedding_model)
  WHERE n.workspace_id = $workspace_id AND n.embedding_model IS NOT NULL AND n[$slot] IS NOT NULL
  RETURN n
}
WITH w, kept, n LIMIT $batch
SET n[$slot] = null,
    n.unembedded = CASE WHEN n[kept] IS NULL THEN true ELSE n.unembedded END,
    n.embedding_model = CASE WHEN n[kept] IS NULL THEN null ELSE w.embedding_model END
RETURN count(*) AS emptied
