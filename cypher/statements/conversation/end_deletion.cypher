//@ statement: conversation/end_deletion
//@ summary: Delete a conversation of which nothing is left; a tombstone stays. No row where something is left, or it is gone.
//@ param: workspace_id STRING
//@ param: id STRING
//@ param: now DATETIME
//@ yields: id STRING
MATCH (c:_mem:conversation {workspace_id: $workspace_id, id: $id})
WHERE c.deleted_at IS NOT NULL AND NOT EXISTS { (c)-[:`_mem:has`]->() } AND NOT EXISTS { (c)<-[:`_mem:summarises`]-() }
MERGE (t:_mem:tombstone {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'tombstone', [c.id])})
SET t.created_at = coalesce(t.created_at, $now), t.node_id = c.id, t.kind = 'conversation',
    t.reason = 'conversation_deleted', t.deleted_at = $now
DETACH DELETE c
RETURN $id AS id
