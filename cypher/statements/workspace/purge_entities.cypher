//@ statement: workspace/purge_entities
//@ summary: Let go a batch of a workspace's entities: a domain node loses what we put on it, a node that is only ours goes.
//@ param: workspace_id STRING
//@ param: after STRING
//@ param: batch INTEGER
//@ yields: last STRING
//@ yields: removed INTEGER
// A node that was adopted says which properties were added; one that joined by hand keeps all but the workspace.
CYPHER 25
MATCH (n:_mem)
WHERE n.workspace_id = $workspace_id AND n.id > $after
WITH n
ORDER BY n.workspace_id, n.id
LIMIT $batch
WITH collect(n) AS nodes, max(n.id) AS last
WITH last, [n IN nodes WHERE n:entity AND (n.owned IS NOT NULL OR size(labels(n)) = 2)] AS doomed,
     [n IN nodes WHERE n:entity AND n.owned IS NULL AND size(labels(n)) > 2] AS adopted
CALL (adopted) {
  UNWIND adopted AS n
  MATCH (n)-[r]-()
  WHERE r.mem_edge_id IS NOT NULL
  DELETE r
}
CALL (adopted) {
  UNWIND adopted AS n
  WITH n, coalesce(n.adopted_properties, ['workspace_id']) + CASE
    WHEN n.adopted_properties IS NULL THEN ['rev']
    ELSE ['rev', 'embedding', 'embedding_alt', 'embedding_model', 'unembedded', 'deleted_at', 'merged_into', 'owned',
          'released_from', 'adopted_properties', 'shown_properties', 'workspace_term']
  END AS ours
  REMOVE n:_mem:entity
  FOREACH (key IN ours | SET n[key] = null)
}
FOREACH (n IN doomed | DETACH DELETE n)
RETURN last, size(doomed) + size(adopted) AS removed
