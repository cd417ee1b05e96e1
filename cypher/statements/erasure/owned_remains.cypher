//@ statement: erasure/owned_remains
//@ summary: What still says that it belongs to one of these users, by kind; no row when nothing does.
//@ param: workspace_id STRING
//@ param: users LIST<STRING>
//@ yields: id STRING
//@ yields: kind STRING
//@ yields: property STRING
UNWIND $users AS user
CALL (user) {
  MATCH (n:memory) WHERE n.workspace_id = $workspace_id AND n.user_id = user AND n.recorded_at IS NOT NULL
  RETURN n.id AS id, 'memory' AS kind, 'user_id' AS property
  UNION
  MATCH (n:question) WHERE n.workspace_id = $workspace_id AND n.user_id = user AND n.memory_id IS NOT NULL
  RETURN n.id AS id, 'question' AS kind, 'user_id' AS property
  UNION
  MATCH (n:conversation) WHERE n.workspace_id = $workspace_id AND n.user_id = user AND n.last_message_at IS NOT NULL
  RETURN n.id AS id, 'conversation' AS kind, 'user_id' AS property
  UNION
  MATCH (n:message)
  WHERE n.workspace_id = $workspace_id AND n.user_id = user AND n.conversation_id IS NOT NULL AND n.position IS NOT NULL
  RETURN n.id AS id, 'message' AS kind, 'user_id' AS property
  UNION
  MATCH (n:episode)
  WHERE n.workspace_id = $workspace_id AND n.user_id = user AND n.ended_at IS NOT NULL
  RETURN n.id AS id, 'episode' AS kind, 'user_id' AS property
  UNION
  MATCH (n:slot)
  WHERE n.workspace_id = $workspace_id AND n.user_id = user AND n.conversation_id IS NOT NULL
    AND n.expires_at IS NOT NULL
  RETURN n.id AS id, 'slot' AS kind, 'user_id' AS property
  UNION
  MATCH (n:entity) WHERE n.workspace_id = $workspace_id AND n.private_to = user
  RETURN n.id AS id, 'entity' AS kind, 'private_to' AS property
  UNION
  MATCH (n:token) WHERE n.workspace_id = $workspace_id AND n.user_id = user
  RETURN n.id AS id, 'token' AS kind, 'user_id' AS property
}
RETURN id, kind, property
