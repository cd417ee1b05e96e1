//@ query: foreign
//@ summary: What graphiti and neo4j-agent-memory hold in this database.
//@ yields: labels LIST<STRING>
//@ yields: properties MAP
//@ yields: relationships INTEGER
CYPHER 25
MATCH (n)
WHERE NOT n:_mem AND (n:Entity OR n:Episodic OR n:Message OR n:Conversation OR n:Fact OR n:Preference OR n:User
  OR n:ReasoningTrace OR n:ReasoningStep OR n:ToolCall OR n:Tool OR n:SchemaMigration OR n:Community)
RETURN labels(n) AS labels, properties(n) AS properties, COUNT { (n)--() } AS relationships
ORDER BY coalesce(n.uuid, n.id, n.name)
