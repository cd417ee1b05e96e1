//@ statement: entity/get
//@ summary: One entity, named by id or node_id, hidden or absorbed as it may be.
//@ param: workspace_id STRING
//@ param: visible LIST<STRING>
//@ param: named STRING
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
//@ yields: properties MAP
//@ yields: absorbed LIST<STRING>
//@ yields: references INTEGER
//@ yields: links LIST<MAP>
CALL () {
  MATCH (e:_mem:entity {workspace_id: $workspace_id, id: $named})
  RETURN e, 0 AS place
  UNION
  MATCH (e:entity)
  WHERE e.workspace_id = $workspace_id AND e.node_id = $named
  RETURN e, 1 AS place
}
WITH e, place WHERE e:_mem AND ($visible IS NULL OR coalesce(e.private_to, '') IN $visible)
WITH e ORDER BY place LIMIT 1
// Which properties a caller is shown is decided by oxgraph/client/entity_properties.py; vectors are not even read.
RETURN e.id AS id, e.node_id AS node_id, e.name AS name, e.type AS type, e.description AS description,
       e.connection AS connection, e.deleted_at IS NOT NULL AS hidden, e.merged_into AS merged_into,
       COLLECT { MATCH (a:alias)-[:`_mem:names`]->(e) WHERE NOT a.canonical RETURN DISTINCT a.text AS t ORDER BY t }
         AS aliases,
       COUNT { (e)<-[:`_mem:subject`]-() } AS memories,
       e { .*, embedding: null, embedding_alt: null } AS properties,
       COLLECT { MATCH (b)-[:`_mem:merged_into`]->(e) RETURN b.id AS b ORDER BY b } AS absorbed,
       COUNT { (e)<-[:`_mem:references`]-() } AS references,
       COLLECT { MATCH (e)-[r]-(b:entity) WHERE NOT type(r) STARTS WITH '_mem:'
                   AND ($visible IS NULL OR coalesce(b.private_to, '') IN $visible)
                 RETURN {type: type(r), to: b.id, name: b.name, outgoing: startNode(r) = e} LIMIT 100 } AS links
