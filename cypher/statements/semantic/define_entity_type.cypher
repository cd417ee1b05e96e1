//@ statement: semantic/define_entity_type
//@ summary: Add a type to the ontology, or change one. No row when the parent is not there or would be its own descendant.
//@ plan: one
//@ param: workspace_id STRING
//@ param: name STRING
//@ param: description STRING
//@ param: parent STRING
//@ param: inputs STRING
//@ param: transition_id STRING
//@ param: by STRING
//@ param: by_id STRING
//@ param: now DATETIME
//@ yields: name STRING
//@ yields: description STRING
//@ yields: parent STRING
// The lock first: of two that would put each of two types below the other, the second sees what the first has done.
CALL () {
  MATCH (locked:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
  SET locked.name = locked.name
  RETURN count(*) AS locked
}
WITH locked, oxgraph.stable_id($workspace_id, 'entity_type', [oxgraph.normalise($name)]) AS id
OPTIONAL MATCH (above:_mem:entity_type {
  workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'entity_type', [oxgraph.normalise($parent)])
})
WITH id, above
WHERE $parent IS NULL OR (above IS NOT NULL
  AND NOT EXISTS { MATCH (above)-[:`_mem:subtype_of`*0..]->(up:_mem) WHERE up.id = id })
MERGE (t:_mem {workspace_id: $workspace_id, id: id})
ON CREATE SET t:entity_type, t.name = $name, t.created_at = $now
SET t.description = coalesce($description, t.description), t.parent = coalesce(above.name, t.parent)
FOREACH (_ IN CASE WHEN above IS NULL THEN [] ELSE [1] END | MERGE (t)-[:`_mem:subtype_of`]->(above))
CREATE (:_mem:transition {workspace_id: $workspace_id, id: $transition_id, created_at: $now, at: $now,
                          audited_at: $now, by: $by, by_id: $by_id, subject_id: t.id, subject_kind: 'entity_type',
                          rule: 'defined', inputs: $inputs})
WITH t, above
OPTIONAL MATCH (t)-[old:`_mem:subtype_of`]->(other) WHERE above IS NOT NULL AND other <> above
DELETE old
RETURN DISTINCT t.name AS name, t.description AS description, t.parent AS parent
