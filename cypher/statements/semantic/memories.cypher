//@ statement: semantic/memories
//@ summary: Memories by their ids, whatever their status; without counting as an access.
//@ param: workspace_id STRING
//@ param: visible LIST<STRING>
//@ param: ids LIST<STRING>
//@ yields: memory STRING
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
UNWIND $ids AS id
MATCH (m:_mem:memory {workspace_id: $workspace_id, id: id})
WHERE ($visible IS NULL OR m.user_id IN $visible)
RETURN oxgraph.json(oxgraph.memory_view(m, w, null)) AS memory
