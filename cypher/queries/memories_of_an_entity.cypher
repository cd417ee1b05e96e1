//@ query: memories_of_an_entity
//@ summary: The memories of an entity, as subject and as object; valid ones first.
//@ param: workspace_id STRING
//@ param: entity STRING
//@ param: limit INTEGER
//@ yields: entity STRING
//@ yields: content STRING
//@ yields: type STRING
//@ yields: predicate STRING
//@ yields: status STRING
//@ yields: confidence FLOAT
//@ yields: valid_from DATETIME
//@ yields: valid_to DATETIME
//@ yields: evidence LIST<STRING>
//@ yields: memory_id STRING
// $entity is a name.
MATCH (a:alias)
WHERE a.workspace_id = $workspace_id AND a.key = oxgraph.name_key($entity)
MATCH (e:_mem {workspace_id: $workspace_id, id: a.entity_id})
MATCH (m:memory)-[:`_mem:subject`|`_mem:object`]->(e)
WITH DISTINCT e, m
RETURN e.name AS entity, m.content AS content, m.type AS type, m.predicate AS predicate, m.status AS status,
       m.confidence AS confidence, m.valid_from AS valid_from,
       CASE WHEN m.valid_to.year < 9999 THEN m.valid_to END AS valid_to, m.evidence AS evidence, m.id AS memory_id
ORDER BY m.status <> 'active', valid_from DESC
LIMIT $limit
