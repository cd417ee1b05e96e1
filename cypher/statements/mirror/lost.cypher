//@ statement: mirror/lost
//@ summary: How many of some changes that a mirror has copied this graph lacks: the node has no such rev, and was not deleted since.
//@ param: least INTEGER
//@ param: ids LIST<STRING>
//@ param: rows LIST<MAP>
//@ yields: lost INTEGER
CYPHER 25
OPTIONAL MATCH (n:_mem)
WHERE n.rev >= $least AND (n.id IN $ids OR (n:tombstone AND n.node_id IN $ids))
WITH collect(CASE WHEN n:tombstone THEN n.node_id ELSE n.id END) AS found
UNWIND $rows AS row
WITH row WHERE NOT row.id IN found
  // A hard deletion of a workspace leaves its own tombstone alone, at its end.
  AND NOT EXISTS { MATCH (t:_mem:tombstone {workspace_id: 'system', id: row.tombstone_id}) }
  AND NOT EXISTS { MATCH (w:_mem:workspace {workspace_id: row.workspace_id, id: row.workspace_id}) WHERE w.purging }
RETURN count(row) AS lost
