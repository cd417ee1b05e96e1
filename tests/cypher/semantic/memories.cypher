//@ query: memories
//@ summary: Every memory with its links and what led to it, without the vectors.
//@ param: workspace_id STRING
//@ yields: properties MAP
//@ yields: superseded_by LIST<STRING>
//@ yields: contradicts LIST<STRING>
//@ yields: subjects LIST<STRING>
//@ yields: objects LIST<STRING>
//@ yields: transitions LIST<MAP>
MATCH (m:memory) WHERE m.workspace_id = $workspace_id AND m.id IS NOT NULL
OPTIONAL MATCH (t:transition {workspace_id: $workspace_id, subject_id: m.id})
WITH m, collect(t {.rule, .from_status, .to_status, .at, .rev, .inputs}) AS transitions
RETURN m {.*, embedding: null, embedding_alt: null} AS properties,
       [(m)-[:`_mem:superseded_by`]->(other) | other.id] AS superseded_by,
       [(m)-[:`_mem:contradicts`]->(other) | other.id] AS contradicts,
       [(m)-[:`_mem:subject`]->(e) | e.id] AS subjects,
       [(m)-[:`_mem:object`]->(e) | e.id] AS objects,
       transitions
