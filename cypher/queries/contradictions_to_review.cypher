//@ query: contradictions_to_review
//@ summary: Memories that contradict each other and need a review; `oxgraph review` decides.
//@ param: workspace_id STRING
//@ param: limit INTEGER
//@ yields: subject STRING
//@ yields: predicate STRING
//@ yields: content STRING
//@ yields: confidence FLOAT
//@ yields: rank_weight FLOAT
//@ yields: against STRING
//@ yields: against_confidence FLOAT
//@ yields: memory_id STRING
//@ yields: against_id STRING
// Starts from the contradicts relationships of all workspaces, which are few.
MATCH (m:memory) USING RANGE INDEX SEEK m:memory(workspace_id, needs_review)
WHERE m.workspace_id = $workspace_id AND m.needs_review = true AND m.status = 'active'
MATCH (m)-[:`_mem:contradicts`]->(o:memory)
WHERE o.status = 'active'
OPTIONAL MATCH (m)-[:`_mem:subject`]->(e)
RETURN e.name AS subject, m.predicate AS predicate, m.content AS content, m.confidence AS confidence,
       m.rank_weight AS rank_weight, o.content AS against, o.confidence AS against_confidence, m.id AS memory_id,
       o.id AS against_id
ORDER BY subject, predicate, memory_id
LIMIT $limit
