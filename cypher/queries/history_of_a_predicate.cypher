//@ query: history_of_a_predicate
//@ summary: Every value of a predicate of an entity: when it was valid, and what superseded it.
//@ param: workspace_id STRING
//@ param: entity STRING
//@ param: predicate STRING
//@ yields: content STRING
//@ yields: value STRING
//@ yields: status STRING
//@ yields: valid_from DATETIME
//@ yields: valid_to DATETIME
//@ yields: recorded_at DATETIME
//@ yields: confidence FLOAT
//@ yields: replaced_by STRING
//@ yields: memory_id STRING
MATCH (a:alias)
WHERE a.workspace_id = $workspace_id AND a.key = oxgraph.name_key($entity)
WITH DISTINCT a.entity_id AS subject_id
MATCH (m:memory)
WHERE m.workspace_id = $workspace_id AND m.subject_id = subject_id AND m.predicate = $predicate
OPTIONAL MATCH (m)-[:`_mem:object`]->(o)
OPTIONAL MATCH (m)-[:`_mem:superseded_by`]->(later)
RETURN m.content AS content, o.name AS value, m.status AS status, m.valid_from AS valid_from,
       CASE WHEN m.valid_to.year < 9999 THEN m.valid_to END AS valid_to, m.recorded_at AS recorded_at,
       m.confidence AS confidence, head(collect(later.content)) AS replaced_by, m.id AS memory_id
ORDER BY valid_from, recorded_at
