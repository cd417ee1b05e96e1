//@ audit: deleted_yet_there
//@ summary: Memories of which a later tombstone says that they are deleted.
//@ yields: workspace_id STRING
//@ yields: node_id STRING
//@ yields: kind STRING
MATCH (t:tombstone)
WHERE t:_mem AND t.kind = 'memory'
MATCH (n:_mem {workspace_id: t.workspace_id, id: t.node_id})
WHERE n:memory AND n.rev < t.rev
RETURN t.workspace_id AS workspace_id, t.node_id AS node_id, t.kind AS kind
LIMIT 100
