//@ statement: other_memory/agent_memory_facts
//@ summary: The facts of neo4j-agent-memory, the earlier ones first.
//@ yields: properties MAP
CYPHER 25
MATCH (f:Fact)
WHERE f.id IS NOT NULL AND f.predicate IS NOT NULL
RETURN f {.*, embedding: null} AS properties
ORDER BY coalesce(f.valid_from, f.created_at), f.id
