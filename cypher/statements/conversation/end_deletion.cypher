//@ statement: conversation/end_deletion
//@ summary: Delete a conversation of which nothing is left; a tombstone stays. No row where something is left, or it is gone.
//@ param: workspace_id STRING
//@ param: id STRING
//@ param: now DATETIME
//@ yields: id STRING
MATCH (c:_mem:conversation) USING INDEX SEEK c:_mem(workspace_id, id)
WHERE c.workspace_id = $workspace_id AND c.id = $id
  AND c.deleted_at IS NOT NULL AND NOT EXISTS { (c)-[:`_mem:has`]->() } AND NOT EXISTS { (c)<-[:`_mem:summarises`]-() }
// By the label that has the constraint alone: where tombstones are few, the other one would be read whole.
MERGE (t:_mem {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'tombstone', [c.id])})
SET t:tombstone, t.created_at = coalesce(t.created_at, $now), t.node_id = c.id, t.kind = 'conversation',
    t.reason = 'conversation_deleted', t.deleted_at = $now
DETACH DELETE c
RETURN $id AS id
