//@ statement: workspace/embedding_model
//@ summary: Settle on an embedding model at first use; the model that the workspace's vectors come from.
//@ param: workspace_id STRING
//@ param: model STRING
//@ param: dimension INTEGER
//@ yields: model STRING
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
FOREACH (_ IN CASE WHEN w.embedding_model IS NULL THEN [1] ELSE [] END |
  SET w.embedding_model = $model, w.embedding_dimension = $dimension
)
RETURN w.embedding_model AS model
