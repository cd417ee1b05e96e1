//@ statement: workspace/purge_entities
//@ summary: Let go a batch of a workspace's entities: a domain node loses our labels, a node that is only ours goes.
//@ param: workspace_id STRING
//@ param: after STRING
//@ param: batch INTEGER
//@ yields: last STRING
//@ yields: removed INTEGER
MATCH (n:_mem)
WHERE n.workspace_id = $workspace_id AND n.id > $after
WITH n
ORDER BY n.workspace_id, n.id
LIMIT $batch
WITH collect(n) AS nodes, max(n.id) AS last
WITH last, [n IN nodes WHERE n:entity AND size(labels(n)) = 2] AS doomed,
     [n IN nodes WHERE n:entity AND size(labels(n)) > 2] AS adopted
FOREACH (n IN doomed | DETACH DELETE n)
FOREACH (n IN adopted | REMOVE n:_mem:entity, n.workspace_id, n.rev)
RETURN last, size(doomed) + size(adopted) AS removed
