//@ statement: passes/claim_model
//@ summary: Name the model of a workspace's vectors, unless one is named; the models and slots that it has.
//@ param: workspace_id STRING
//@ param: model STRING
//@ param: dimension INTEGER
//@ yields: model STRING
//@ yields: dimension INTEGER
//@ yields: next_model STRING
//@ yields: next_dimension INTEGER
//@ yields: stale_slot STRING
// The lock first: of two who come with different models, one is told.
CALL () {
  MATCH (locked:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
  SET locked.name = locked.name
  RETURN count(*) AS locked
}
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
SET w.embedding_model = coalesce(w.embedding_model, $model)
SET w.embedding_dimension = CASE WHEN w.embedding_model = $model THEN coalesce(w.embedding_dimension, $dimension)
                                 ELSE w.embedding_dimension END,
    w.next_embedding_dimension = CASE WHEN w.next_embedding_model = $model
                                      THEN coalesce(w.next_embedding_dimension, $dimension)
                                      ELSE w.next_embedding_dimension END
RETURN w.embedding_model AS model, w.embedding_dimension AS dimension, w.next_embedding_model AS next_model,
       w.next_embedding_dimension AS next_dimension, w.stale_embedding_slot AS stale_slot
