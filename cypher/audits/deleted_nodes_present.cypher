//@ audit: deleted_nodes_present
//@ summary: Memories that still exist although a later tombstone records their deletion.
//@ yields: workspace_id STRING
//@ yields: node_id STRING
//@ yields: kind STRING
MATCH (t:tombstone)
WHERE t:_mem AND t.kind = 'memory'
MATCH (n:_mem {workspace_id: t.workspace_id, id: t.node_id})
WHERE n:memory AND n.rev < t.rev
RETURN t.workspace_id AS workspace_id, t.node_id AS node_id, t.kind AS kind
LIMIT 100
