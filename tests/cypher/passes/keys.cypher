//@ query: keys
//@ summary: Every key with its properties and its evidence as a candidate.
//@ param: workspace_id STRING
//@ yields: id STRING
//@ yields: properties MAP
//@ yields: evidence LIST<STRING>
MATCH (k:_mem:pattern_key) WHERE k.workspace_id = $workspace_id AND k.action_type IS NOT NULL
RETURN k.id AS id, k {.*, rev: null, created_at: null} AS properties,
       COLLECT { MATCH (k)-[:`_mem:evidence`]->(q) RETURN q.id ORDER BY q.id } AS evidence
ORDER BY id
