//@ statement: entity/type_of
//@ summary: The type of the first of some entities, each named by its id or node_id, that has one.
//@ param: workspace_id STRING
//@ param: ids LIST<STRING>
//@ yields: type STRING
UNWIND range(0, size($ids) - 1) AS place
WITH place, $ids[place] AS id
CALL (id) {
  MATCH (e:_mem:entity {workspace_id: $workspace_id, id: id})
  RETURN e.type AS type
  UNION
  MATCH (e:entity)
  WHERE e.workspace_id = $workspace_id AND e.node_id = id
  RETURN e.type AS type
}
WITH place, type
WHERE type IS NOT NULL
RETURN type
ORDER BY place
LIMIT 1
