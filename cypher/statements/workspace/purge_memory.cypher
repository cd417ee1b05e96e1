//@ statement: workspace/purge_memory
//@ summary: Delete a batch of a workspace's memory, all but its entities and the workspace itself, in the order of ids.
//@ param: workspace_id STRING
//@ param: after STRING
//@ param: batch INTEGER
//@ yields: last STRING
//@ yields: removed INTEGER
// Entities come last, once the edges of many actions no longer hang on them.
MATCH (n:_mem)
WHERE n.workspace_id = $workspace_id AND n.id > $after
WITH n
ORDER BY n.workspace_id, n.id
LIMIT $batch
WITH collect(n) AS nodes, max(n.id) AS last
WITH last, [n IN nodes WHERE NOT n:entity AND NOT n:workspace] AS doomed
FOREACH (n IN doomed | DETACH DELETE n)
RETURN last, size(doomed) AS removed
