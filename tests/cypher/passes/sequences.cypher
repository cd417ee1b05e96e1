//@ query: sequences
//@ summary: Every sequence with its properties and its actions.
//@ param: workspace_id STRING
//@ yields: id STRING
//@ yields: properties MAP
//@ yields: actions LIST<STRING>
MATCH (q:_mem:sequence) WHERE q.workspace_id = $workspace_id AND q.started_at IS NOT NULL
RETURN q.id AS id, q {.*, rev: null, created_at: null} AS properties,
       COLLECT { MATCH (q)-[:`_mem:contains`]->(a) RETURN a.id ORDER BY a.id } AS actions
ORDER BY id
