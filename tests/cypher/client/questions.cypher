//@ query: questions
//@ summary: The questions of a workspace, each with the memory that it asks for.
//@ param: workspace_id STRING
//@ yields: properties MAP
MATCH (q:_mem:question)-[:`_mem:asks`]->(m)
WHERE q.workspace_id = $workspace_id
RETURN q {.*, asks: m.id} AS properties
