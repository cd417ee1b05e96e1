//@ query: threshold
//@ summary: Set a workspace's threshold of promotion.
//@ param: workspace_id STRING
//@ param: promote_confidence FLOAT
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
SET w.promote_confidence = $promote_confidence
