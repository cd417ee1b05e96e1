//@ statement: semantic/named
//@ summary: The entities that a name, an id or a node_id means, as those that they are now.
//@ param: workspace_id STRING
//@ param: visible LIST<STRING>
//@ param: name STRING
//@ yields: id STRING
CALL () {
  MATCH (a:alias)
  WHERE a.workspace_id = $workspace_id AND a.key = oxgraph.name_key($name)
  MATCH (e:_mem:entity {workspace_id: $workspace_id, id: a.entity_id})
  RETURN e
  UNION
  MATCH (e:_mem:entity {workspace_id: $workspace_id, id: $name})
  RETURN e
  UNION
  MATCH (e:entity)
  WHERE e.workspace_id = $workspace_id AND e.node_id = $name
  RETURN e
}
MATCH (e)-[:`_mem:merged_into`*0..]->(now:_mem:entity)
WHERE now.merged_into IS NULL AND now.deleted_at IS NULL
  AND ($visible IS NULL OR coalesce(now.private_to, '') IN $visible)
RETURN DISTINCT now.id AS id
ORDER BY id
