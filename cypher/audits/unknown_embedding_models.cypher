//@ audit: unknown_embedding_models
//@ summary: Workspaces with texts that wait for vectors of a model that no worker had at the last upkeep; `oxgraph reembed MODEL --workspace NAME` changes to one that there is.
//@ yields: workspace_id STRING
//@ yields: workspace STRING
//@ yields: model STRING
MATCH (w:workspace)
WHERE w:_mem AND w.deleted_at IS NULL AND w.embedding_model IS NOT NULL
CALL (w) {
  MATCH (r:_mem:pass_run)
  WHERE r.workspace_id = w.id AND r.pass = 'upkeep' AND r.now IS NOT NULL
  RETURN r ORDER BY r.started_at DESC LIMIT 1
}
WITH w, r WHERE r.error_code = 'embedding_model_mismatch'
RETURN w.id AS workspace_id, w.name AS workspace, w.embedding_model AS model
LIMIT 100
