//@ statement: entity/list
//@ summary: The entities of a workspace, by name.
//@ plan: one
//@ param: workspace_id STRING
//@ param: visible LIST<STRING>
//@ param: type STRING
//@ param: connection STRING
//@ param: name STRING
//@ param: hidden BOOLEAN
//@ param: limit INTEGER
//@ yields: id STRING
//@ yields: node_id STRING
//@ yields: name STRING
//@ yields: type STRING
//@ yields: description STRING
//@ yields: connection STRING
//@ yields: hidden BOOLEAN
//@ yields: merged_into STRING
//@ yields: aliases LIST<STRING>
//@ yields: memories INTEGER
CALL () {
  WITH 1 AS one WHERE $name IS NOT NULL
  MATCH (a:alias)
  USING INDEX SEEK a:alias(workspace_id, key)
  WHERE a.workspace_id = $workspace_id AND a.key STARTS WITH oxgraph.name_key($name)
  MATCH (e:_mem:entity {workspace_id: $workspace_id, id: a.entity_id})
  RETURN DISTINCT e
  UNION
  WITH 1 AS one WHERE $name IS NULL
  MATCH (e:entity)
  WHERE e.workspace_id = $workspace_id AND e.node_id IS NOT NULL
  RETURN e
}
WITH e
WHERE ($visible IS NULL OR coalesce(e.private_to, '') IN $visible)
  AND ($type IS NULL OR toLower(e.type) = toLower($type)) AND ($connection IS NULL OR e.connection = $connection)
  AND (e.deleted_at IS NOT NULL) = $hidden
WITH e ORDER BY toLower(e.name), e.id LIMIT $limit
RETURN e.id AS id, e.node_id AS node_id, e.name AS name, e.type AS type, e.description AS description,
       e.connection AS connection, e.deleted_at IS NOT NULL AS hidden, e.merged_into AS merged_into,
       COLLECT { MATCH (a:alias)-[:`_mem:names`]->(e) WHERE NOT a.canonical RETURN DISTINCT a.text AS t ORDER BY t }
         AS aliases,
       COUNT { (e)<-[:`_mem:subject`]-() } AS memories
ORDER BY toLower(name), id
