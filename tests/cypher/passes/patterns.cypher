//@ query: patterns
//@ summary: Every pattern with its properties, evidence, references and the version before it.
//@ param: workspace_id STRING
//@ yields: id STRING
//@ yields: properties MAP
//@ yields: evidence LIST<STRING>
//@ yields: failed LIST<STRING>
//@ yields: references LIST<STRING>
//@ yields: supersedes LIST<STRING>
MATCH (p:_mem:pattern) WHERE p.workspace_id = $workspace_id AND p.status IS NOT NULL
RETURN p.id AS id, p {.*, rev: null, created_at: null} AS properties,
       COLLECT { MATCH (p)-[:`_mem:evidence`]->(q) RETURN q.id ORDER BY q.id } AS evidence,
       COLLECT { MATCH (p)-[r:`_mem:evidence`]->() UNWIND r.action_ids AS id RETURN id ORDER BY id } AS failed,
       COLLECT { MATCH (p)-[:`_mem:references`]->(e) RETURN e.node_id ORDER BY e.node_id } AS references,
       COLLECT { MATCH (p)-[:`_mem:supersedes`]->(o) RETURN o.id } AS supersedes
ORDER BY id
