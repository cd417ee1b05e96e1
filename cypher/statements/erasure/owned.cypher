//@ statement: erasure/owned
//@ summary: What belongs to some users: a batch of memories and of slots, their conversations, and the entities that they alone have named.
//@ param: workspace_id STRING
//@ param: users LIST<STRING>
//@ param: batch INTEGER
//@ yields: memories LIST<STRING>
//@ yields: slots LIST<STRING>
//@ yields: conversations LIST<MAP>
//@ yields: entities LIST<STRING>
CALL () {
  UNWIND $users AS user
  MATCH (n:memory) USING INDEX SEEK n:memory(workspace_id, user_id, recorded_at)
  WHERE n.workspace_id = $workspace_id AND n.user_id = user AND n.recorded_at IS NOT NULL
  WITH n LIMIT $batch
  RETURN collect(n.id) AS memories
}
CALL () {
  UNWIND $users AS user
  MATCH (n:slot) USING INDEX SEEK n:slot(workspace_id, user_id, conversation_id, expires_at)
  WHERE n.workspace_id = $workspace_id AND n.user_id = user AND n.conversation_id IS NOT NULL
    AND n.expires_at IS NOT NULL
  WITH n LIMIT $batch
  RETURN collect(n.id) AS slots
}
CALL () {
  UNWIND $users AS user
  MATCH (n:conversation) USING INDEX SEEK n:conversation(workspace_id, user_id, last_message_at)
  WHERE n.workspace_id = $workspace_id AND n.user_id = user AND n.last_message_at IS NOT NULL
  WITH n LIMIT $batch
  RETURN collect(n {.user_id, .conversation_id}) AS conversations
}
CALL () {
  UNWIND $users AS user
  MATCH (n:entity) USING INDEX SEEK n:entity(workspace_id, private_to)
  WHERE n.workspace_id = $workspace_id AND n.private_to = user
  WITH n LIMIT $batch
  RETURN collect(n.id) AS entities
}
RETURN memories, slots, conversations, entities
