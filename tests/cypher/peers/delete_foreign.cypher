//@ query: delete_foreign
//@ summary: Deletes what graphiti and neo4j-agent-memory hold in this database.
CYPHER 25
MATCH (n)
WHERE NOT n:_mem AND (n:Entity OR n:Episodic OR n:Message OR n:Conversation OR n:Fact OR n:Preference OR n:User
  OR n:ReasoningTrace OR n:ReasoningStep OR n:ToolCall OR n:Tool OR n:SchemaMigration OR n:Community)
DETACH DELETE n
