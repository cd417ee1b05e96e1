//@ statement: passes/unquestioned
//@ summary: Memories that no question asks for yet: untried ones, and with a model those that the rules could not help.
//@ param: workspace_id STRING
//@ param: marks LIST<BOOLEAN>
//@ param: batch INTEGER
//@ yields: id STRING
//@ yields: type STRING
//@ yields: status STRING
//@ yields: predicate STRING
//@ yields: content STRING
//@ yields: subject STRING
UNWIND $marks AS mark
MATCH (m:_mem:memory)
WHERE m.workspace_id = $workspace_id AND m.unquestioned = mark
WITH m LIMIT $batch
OPTIONAL MATCH (e:_mem:entity {workspace_id: $workspace_id, id: m.subject_id})
RETURN m.id AS id, m.type AS type, m.status AS status, m.predicate AS predicate, m.content AS content,
       e.name AS subject
