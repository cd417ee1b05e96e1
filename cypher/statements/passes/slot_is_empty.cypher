//@ statement: passes/slot_is_empty
//@ summary: Note that a workspace's stale slot is empty, so that it may be used again.
//@ param: workspace_id STRING
//@ param: slot STRING
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
WHERE w.stale_embedding_slot = $slot
SET w.stale_embedding_slot = null
