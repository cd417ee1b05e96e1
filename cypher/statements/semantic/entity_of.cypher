//@ statement: semantic/entity_of
//@ summary: The entity with an id or a node_id, as the one that it is now.
//@ param: workspace_id STRING
//@ param: visible LIST<STRING>
//@ param: name STRING
//@ yields: id STRING
//@ yields: place INTEGER
CALL () {
  MATCH (e:_mem:entity {workspace_id: $workspace_id, id: $name})
  RETURN e, 0 AS place
  UNION
  MATCH (e:entity)
  WHERE e.workspace_id = $workspace_id AND e.node_id = $name
  RETURN e, 1 AS place
}
MATCH (e)-[:`_mem:merged_into`*0..]->(now:_mem:entity)
WHERE now.merged_into IS NULL AND now.deleted_at IS NULL
  AND ($visible IS NULL OR coalesce(now.private_to, '') IN $visible)
RETURN now.id AS id, min(place) AS place
ORDER BY place, id
LIMIT 1
