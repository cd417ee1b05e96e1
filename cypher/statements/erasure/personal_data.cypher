//@ statement: erasure/personal_data
//@ summary: All nodes that belong to some users or are about some entities, as maps, with evidence and transitions.
//@ param: workspace_id STRING
//@ param: users LIST<STRING>
//@ param: ids LIST<STRING>
//@ param: now DATETIME
//@ yields: kind STRING
//@ yields: data MAP
//@ yields: evidence LIST<MAP>
//@ yields: history LIST<MAP>
// The nodes that an erasure of the same person deletes. Evidence that is another user's is left out.
CALL () {
  UNWIND $users AS user
  MATCH (n:memory) USING INDEX SEEK n:memory(workspace_id, user_id, recorded_at)
  WHERE n.workspace_id = $workspace_id AND n.user_id = user AND n.recorded_at IS NOT NULL
  RETURN 'memory' AS kind, n
  UNION
  UNWIND $ids AS id
  MATCH (n:memory)
  WHERE n.workspace_id = $workspace_id AND n.subject_id = id AND n.predicate IS NOT NULL
  RETURN 'memory' AS kind, n
  UNION
  UNWIND $ids AS id
  MATCH (n:memory)
  WHERE n.workspace_id = $workspace_id AND n.object_id = id
  RETURN 'memory' AS kind, n
  UNION
  UNWIND $users AS user
  MATCH (n:conversation) USING INDEX SEEK n:conversation(workspace_id, user_id, last_message_at)
  WHERE n.workspace_id = $workspace_id AND n.user_id = user AND n.last_message_at IS NOT NULL
  RETURN 'conversation' AS kind, n
  UNION
  UNWIND $users AS user
  MATCH (n:message) USING INDEX SEEK n:message(workspace_id, user_id, conversation_id, position)
  WHERE n.workspace_id = $workspace_id AND n.user_id = user AND n.conversation_id IS NOT NULL
    AND n.position IS NOT NULL
  RETURN 'message' AS kind, n
  UNION
  UNWIND $users AS user
  MATCH (n:episode) USING INDEX SEEK n:episode(workspace_id, user_id, ended_at)
  WHERE n.workspace_id = $workspace_id AND n.user_id = user AND n.ended_at IS NOT NULL
  RETURN 'episode' AS kind, n
  UNION
  UNWIND $users AS user
  MATCH (n:slot) USING INDEX SEEK n:slot(workspace_id, user_id, conversation_id, expires_at)
  WHERE n.workspace_id = $workspace_id AND n.user_id = user AND n.conversation_id IS NOT NULL AND n.expires_at > $now
  RETURN 'slot' AS kind, n
  UNION
  UNWIND $users AS user
  MATCH (n:token) USING INDEX SEEK n:token(workspace_id, user_id)
  WHERE n.workspace_id = $workspace_id AND n.user_id = user
  RETURN 'token' AS kind, n
  UNION
  UNWIND $users AS user
  MATCH (n:entity) USING INDEX SEEK n:entity(workspace_id, private_to)
  WHERE n.workspace_id = $workspace_id AND n.private_to = user
  RETURN 'entity' AS kind, n
  UNION
  UNWIND $ids AS id
  MATCH (n:_mem:entity {workspace_id: $workspace_id, id: id})
  RETURN 'entity' AS kind, n
}
CALL (n) {
  MATCH (n)-[:`_mem:derived_from`]->(m:message)
  WHERE n:memory AND (m.user_id = '' OR m.user_id IN $users)
  RETURN collect(m {.id, .conversation_id, .role, .speaker, .text, .said_at}) AS evidence
}
CALL (n) {
  MATCH (t:transition)
  WHERE t.workspace_id = $workspace_id AND t.subject_id = n.id
  WITH t ORDER BY t.at, t.id
  RETURN collect(t {.rule, .from_status, .to_status, .at, .by, .inputs}) AS history
}
RETURN kind,
       n {.*, workspace_id: null, rev: null, embedding: null, embedding_alt: null, embedding_model: null,
          unembedded: null, unquestioned: null, workspace_term: null, token_hash: null} AS data,
       evidence, history
ORDER BY kind, n.created_at, n.id
