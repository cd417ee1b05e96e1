//@ statement: erasure/memories
//@ summary: A batch of the memories that have one of these entities as subject or object.
//@ param: workspace_id STRING
//@ param: ids LIST<STRING>
//@ param: batch INTEGER
//@ yields: id STRING
UNWIND $ids AS id
CALL (id) {
  MATCH (m:memory)
  WHERE m.workspace_id = $workspace_id AND m.subject_id = id AND m.predicate IS NOT NULL
  RETURN m
  UNION
  MATCH (m:memory)
  WHERE m.workspace_id = $workspace_id AND m.object_id = id
  RETURN m
}
RETURN DISTINCT m.id AS id
LIMIT $batch
