//@ query: served
//@ summary: What of a workspace the feed must serve as being there.
//@ param: workspace_id STRING
//@ yields: id STRING
//@ yields: rev INTEGER
MATCH (n:_mem)
WHERE n.workspace_id = $workspace_id AND n.id IS NOT NULL AND NOT n:tombstone AND NOT n:slot AND NOT n:lock
RETURN n.id AS id, n.rev AS rev
