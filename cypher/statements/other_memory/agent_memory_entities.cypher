//@ statement: other_memory/agent_memory_entities
//@ summary: The entities of neo4j-agent-memory.
//@ yields: properties MAP
CYPHER 25
MATCH (n:Entity)
WHERE n.id IS NOT NULL AND n.type IS NOT NULL AND n.uuid IS NULL
RETURN n {.*, embedding: null} AS properties
ORDER BY n.id
