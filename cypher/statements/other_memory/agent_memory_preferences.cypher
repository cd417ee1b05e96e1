//@ statement: other_memory/agent_memory_preferences
//@ summary: The preferences of neo4j-agent-memory, the earlier ones first, with the one that each replaced.
//@ yields: properties MAP
//@ yields: user_id STRING
//@ yields: replaced STRING
//@ yields: replaced_at ANY
CYPHER 25
MATCH (p:Preference)
WHERE p.id IS NOT NULL AND p.preference IS NOT NULL
RETURN p {.*, embedding: null} AS properties,
       head(COLLECT { MATCH (u:User)-[:HAS_PREFERENCE]->(p) RETURN u.identifier ORDER BY u.identifier LIMIT 1 }) AS user_id,
       head(COLLECT { MATCH (old:Preference)-[:SUPERSEDED_BY]->(p) RETURN old.id ORDER BY old.id LIMIT 1 }) AS replaced,
       head(COLLECT { MATCH (p)-[:SUPERSEDED_BY]->(next:Preference) RETURN next.created_at LIMIT 1 }) AS replaced_at
ORDER BY p.created_at, p.id
