//@ statement: passes/outdated
//@ summary: Nodes whose newest vector comes from this model, and their text.
//@ param: workspace_id STRING
//@ param: model STRING
//@ param: batch INTEGER
//@ yields: id STRING
//@ yields: kind STRING
//@ yields: text STRING
CALL () {
  MATCH (n:_mem:memory) USING INDEX SEEK n:memory(workspace_id, embedding_model)
  WHERE n.workspace_id = $workspace_id AND n.embedding_model = $model
  RETURN n.id AS id, 'memory' AS kind, n.content AS text
  UNION ALL
  MATCH (n:_mem:entity) USING INDEX SEEK n:entity(workspace_id, embedding_model)
  WHERE n.workspace_id = $workspace_id AND n.embedding_model = $model
  RETURN n.id AS id, 'entity' AS kind, n.name + coalesce(': ' + n.description, '') AS text
  UNION ALL
  MATCH (n:_mem:question) USING INDEX SEEK n:question(workspace_id, embedding_model)
  WHERE n.workspace_id = $workspace_id AND n.embedding_model = $model
  RETURN n.id AS id, 'question' AS kind, n.text AS text
  UNION ALL
  MATCH (n:_mem:sequence) USING INDEX SEEK n:sequence(workspace_id, embedding_model)
  WHERE n.workspace_id = $workspace_id AND n.embedding_model = $model
  RETURN n.id AS id, 'sequence' AS kind, n.intent_summary AS text
  UNION ALL
  // An embedder reads no more of a text than this (MAX_CHARACTERS).
  MATCH (n:_mem:message) USING INDEX SEEK n:message(workspace_id, embedding_model)
  WHERE n.workspace_id = $workspace_id AND n.embedding_model = $model
  RETURN n.id AS id, 'message' AS kind, left(coalesce(n.speaker + ': ', '') + n.text, 20000) AS text
  UNION ALL
  MATCH (n:_mem:episode) USING INDEX SEEK n:episode(workspace_id, embedding_model)
  WHERE n.workspace_id = $workspace_id AND n.embedding_model = $model
  RETURN n.id AS id, 'episode' AS kind, n.summary AS text
}
RETURN id, kind, coalesce(text, '') AS text
LIMIT $batch
