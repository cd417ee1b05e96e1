//@ statement: workspace/by_name
//@ summary: The workspace of a name, deleted or not.
//@ param: name STRING
//@ yields: workspace_id STRING
//@ yields: name STRING
//@ yields: deleted BOOLEAN
//@ yields: importing BOOLEAN
// A copy, which has the ids of another workspace, says which id its name has.
WITH oxgraph.stable_id('system', 'workspace', [oxgraph.normalise($name)]) AS id
CALL (id) {
  MATCH (w:_mem:workspace {workspace_id: id, id: id})
  RETURN w
  UNION
  MATCH (w:workspace)
  WHERE w:_mem AND w.name_id = id AND w.workspace_id = w.id
  RETURN w
}
RETURN w.id AS workspace_id, w.name AS name, w.deleted_at IS NOT NULL AS deleted,
       w.importing IS NOT NULL AND w.purging IS NULL AS importing
LIMIT 1
