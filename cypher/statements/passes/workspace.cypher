//@ statement: passes/workspace
//@ summary: The workspace that has this name or this id, with all that is set in it and what its predicates weigh.
//@ param: workspace STRING
//@ yields: workspace_id STRING
//@ yields: name STRING
//@ yields: deleted BOOLEAN
//@ yields: settings MAP
//@ yields: predicates LIST<MAP>
WITH oxgraph.stable_id('system', 'workspace', [oxgraph.normalise($workspace)]) AS named
CALL (named) {
  UNWIND [$workspace, named] AS id
  MATCH (w:_mem:workspace {workspace_id: id, id: id})
  RETURN w
  UNION
  MATCH (w:workspace)
  WHERE w:_mem AND w.name_id = named AND w.workspace_id = w.id
  RETURN w
}
CALL (w) {
  MATCH (p:_mem:predicate)
  WHERE p.workspace_id = w.id AND p.name IS NOT NULL
  RETURN collect({name: p.name, importance: p.importance}) AS predicates
}
RETURN w.id AS workspace_id, w.name AS name, w.deleted_at IS NOT NULL AS deleted, properties(w) AS settings, predicates
LIMIT 1
