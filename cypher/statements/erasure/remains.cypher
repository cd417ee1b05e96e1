//@ statement: erasure/remains
//@ summary: What still hangs on entities that were erased, by kind; no row when nothing does.
//@ param: workspace_id STRING
//@ param: ids LIST<STRING>
//@ yields: id STRING
//@ yields: kind STRING
//@ yields: property STRING
UNWIND $ids AS gone
CALL (gone) {
  MATCH (n:_mem:entity {workspace_id: $workspace_id, id: gone})
  RETURN n.id AS id, 'entity' AS kind, 'id' AS property
  UNION
  MATCH (n:alias) WHERE n.workspace_id = $workspace_id AND n.entity_id = gone
  RETURN n.id AS id, 'alias' AS kind, 'entity_id' AS property
  UNION
  MATCH (n:memory) WHERE n.workspace_id = $workspace_id AND n.subject_id = gone AND n.predicate IS NOT NULL
  RETURN n.id AS id, 'memory' AS kind, 'subject_id' AS property
  UNION
  MATCH (n:memory) WHERE n.workspace_id = $workspace_id AND n.object_id = gone
  RETURN n.id AS id, 'memory' AS kind, 'object_id' AS property
}
RETURN id, kind, property
