// Entities come last, once the edges of many actions no longer lead to them.
MATCH (n:_mem)
WHERE n.workspace_id = $workspace_id AND n.id > $after
WITH n
ORDER BY n.workspace_id, n.id
LIMIT $batch
WITH collect(n) AS nodes, max(n.id) AS last
WITH last, [n IN nodes WHERE NOT n:entity AND NOT n:workspace] AS doomed
FOREACH (n IN doomed | DETACH DELETE n)
RETURN last, size(doomed) AS removed
