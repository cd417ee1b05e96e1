//@ statement: evaluator/workspace
//@ summary: The workspace that has this name or this id, with all that is set in it.
//@ param: workspace STRING
//@ yields: workspace_id STRING
//@ yields: name STRING
//@ yields: deleted BOOLEAN
//@ yields: settings MAP
UNWIND [$workspace, oxgraph.stable_id('system', 'workspace', [oxgraph.normalise($workspace)])] AS id
MATCH (w:_mem:workspace {workspace_id: id, id: id})
RETURN w.id AS workspace_id, w.name AS name, w.deleted_at IS NOT NULL AS deleted, properties(w) AS settings
LIMIT 1
