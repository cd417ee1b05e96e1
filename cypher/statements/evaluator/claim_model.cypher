//@ statement: evaluator/claim_model
//@ summary: Name the model of a workspace's vectors, unless one is named; the model that it has.
//@ param: workspace_id STRING
//@ param: model STRING
//@ param: dimension INTEGER
//@ yields: model STRING
//@ yields: dimension INTEGER
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
// The lock first: of two who come with different models, one is told.
SET w.name = w.name
SET w.embedding_dimension = coalesce(w.embedding_dimension, $dimension),
    w.embedding_model = coalesce(w.embedding_model, $model)
RETURN w.embedding_model AS model, w.embedding_dimension AS dimension
