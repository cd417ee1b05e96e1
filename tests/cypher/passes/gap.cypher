//@ query: gap
//@ summary: Set a workspace's gap.
//@ param: workspace_id STRING
//@ param: sequence_gap_seconds INTEGER
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
SET w.sequence_gap_seconds = $sequence_gap_seconds
