//@ statement: workspace/by_name
//@ summary: The workspace of a name, deleted or not.
//@ param: name STRING
//@ yields: workspace_id STRING
//@ yields: name STRING
//@ yields: deleted BOOLEAN
WITH oxgraph.stable_id('system', 'workspace', [oxgraph.normalise($name)]) AS id
MATCH (w:_mem:workspace {workspace_id: id, id: id})
RETURN w.id AS workspace_id, w.name AS name, w.deleted_at IS NOT NULL AS deleted
