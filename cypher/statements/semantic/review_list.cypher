//@ statement: semantic/review_list
//@ summary: Memories that wait for a person's word, the oldest first.
//@ param: workspace_id STRING
//@ param: visible LIST<STRING>
//@ param: limit INTEGER
//@ yields: memory STRING
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
MATCH (m:memory)
WHERE m.workspace_id = $workspace_id AND m.needs_review = true AND m.status = 'active'
  AND ($visible IS NULL OR m.user_id IN $visible)
WITH w, m ORDER BY m.recorded_at, m.id LIMIT $limit
RETURN oxgraph.json(oxgraph.memory_view(m, w, null)) AS memory
ORDER BY m.recorded_at, m.id
