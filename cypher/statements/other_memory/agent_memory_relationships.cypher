//@ statement: other_memory/agent_memory_relationships
//@ summary: The relationships between entities of neo4j-agent-memory.
//@ yields: id STRING
//@ yields: properties MAP
//@ yields: subject STRING
//@ yields: subject_type STRING
//@ yields: object STRING
//@ yields: object_type STRING
CYPHER 25
MATCH (a:Entity)-[r:RELATED_TO]->(b:Entity)
WHERE a.id IS NOT NULL AND b.id IS NOT NULL
RETURN coalesce(r.id, a.id + ' ' + coalesce(r.type, r.relation_type, '') + ' ' + b.id) AS id,
       r {.*, embedding: null} AS properties,
       a.name AS subject, a.type AS subject_type, b.name AS object, b.type AS object_type
ORDER BY r.valid_from, id
