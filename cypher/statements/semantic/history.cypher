//@ statement: semantic/history
//@ summary: All that a memory replaced or was replaced by, however far, and what stands against it, in the order of the world.
//@ plan: one
//@ param: workspace_id STRING
//@ param: visible LIST<STRING>
//@ param: id STRING
//@ param: valid DATETIME
//@ param: known DATETIME
//@ param: limit INTEGER
//@ yields: memory STRING
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
MATCH (asked:_mem:memory {workspace_id: $workspace_id, id: $id})
WHERE $visible IS NULL OR asked.user_id IN $visible
CALL (asked) {
  MATCH (asked)-[:`_mem:superseded_by`*0..]->(last)
  WHERE NOT EXISTS { (last)-[:`_mem:superseded_by`]->() }
  MATCH (m:_mem:memory)-[:`_mem:superseded_by`*0..]->(last)
  RETURN DISTINCT m
  UNION
  MATCH (asked)-[:`_mem:contradicts`]-(m:_mem:memory)
  RETURN m
}
WITH w, m
WHERE ($visible IS NULL OR m.user_id IN $visible) AND ($known IS NULL OR m.recorded_at <= $known AND coalesce(m.retired_at > $known, true) AND m.status <> 'forgotten')
  AND ($valid IS NULL OR m.valid_from <= $valid AND $valid < CASE WHEN $known IS NULL THEN m.valid_to
    ELSE oxgraph.valid_to_at(m.valid_to_history, m.valid_to_known_at, $known) END)
WITH w, m ORDER BY m.valid_from, m.recorded_at, m.id LIMIT $limit
RETURN oxgraph.json(oxgraph.memory_view(m, w, $known)) AS memory
ORDER BY m.valid_from, m.recorded_at, m.id
