//@ statement: move/mark
//@ summary: The mark of a move on a workspace, on the server that it leaves.
//@ param: workspace_id STRING
//@ yields: mark STRING
//@ yields: closed BOOLEAN
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
RETURN w.moving AS mark, w.closed IS NOT NULL AS closed
