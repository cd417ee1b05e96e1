//@ statement: other_memory/agent_memory_messages
//@ summary: The messages of neo4j-agent-memory, by conversation and time.
//@ yields: id STRING
//@ yields: conversation STRING
//@ yields: title STRING
//@ yields: user_id STRING
//@ yields: role STRING
//@ yields: content STRING
//@ yields: said_at ANY
CYPHER 25
MATCH (c:Conversation)-[:HAS_MESSAGE]->(m:Message)
WHERE m.id IS NOT NULL
RETURN m.id AS id, coalesce(c.session_id, c.id) AS conversation, c.title AS title, c.user_identifier AS user_id,
       m.role AS role, m.content AS content, m.timestamp AS said_at
ORDER BY conversation, said_at, id
