//@ statement: entity/rows
//@ summary: Entities by id, as lists show them.
//@ param: workspace_id STRING
//@ param: ids LIST<STRING>
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
UNWIND $ids AS id
MATCH (e:_mem:entity {workspace_id: $workspace_id, id: id})
RETURN e.id AS id, e.node_id AS node_id, e.name AS name, e.type AS type, e.description AS description,
       e.connection AS connection, e.deleted_at IS NOT NULL AS hidden, e.merged_into AS merged_into,
       COLLECT { MATCH (a:alias)-[:`_mem:names`]->(e) WHERE NOT a.canonical RETURN DISTINCT a.text AS t ORDER BY t }
         AS aliases,
       COUNT { (e)<-[:`_mem:subject`]-() } AS memories
