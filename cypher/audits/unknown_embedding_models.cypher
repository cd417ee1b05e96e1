//@ audit: unknown_embedding_models
//@ summary: Workspaces whose vectors are to come from a model that no worker has, by the last upkeep; or that none has begun to change to within ten minutes.
//@ param: now DATETIME
//@ yields: workspace_id STRING
//@ yields: workspace STRING
//@ yields: model STRING
MATCH (w:workspace)
WHERE w:_mem AND w.deleted_at IS NULL AND w.embedding_model IS NOT NULL
CALL (w) {
  CALL (w) {
    MATCH (r:_mem:pass_run)
    WHERE r.workspace_id = w.id AND r.pass = 'upkeep' AND r.now IS NOT NULL
    RETURN r ORDER BY r.started_at DESC LIMIT 1
  }
  WITH w, r WHERE r.error_code = 'embedding_model_mismatch'
  RETURN w.embedding_model AS model
  UNION
  // The upkeep that begins a change enters the dimension first.
  WITH w WHERE w.next_embedding_model IS NOT NULL AND w.next_embedding_dimension IS NULL
  MATCH (t:_mem:transition {workspace_id: w.id, subject_id: w.id})
  WHERE t.rule = 'reembed'
  WITH w, max(t.at) AS marked WHERE marked < $now - duration({minutes: 10})
  RETURN w.next_embedding_model AS model
}
RETURN w.id AS workspace_id, w.name AS workspace, model
LIMIT 100
