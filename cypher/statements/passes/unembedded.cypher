//@ statement: passes/unembedded
//@ summary: Nodes of these kinds (memory, entity, question, sequence, message, episode) that have no vector yet, and their text.
//@ param: workspace_id STRING
//@ param: kinds LIST<STRING>
//@ param: batch INTEGER
//@ yields: id STRING
//@ yields: kind STRING
//@ yields: text STRING
CALL () {
  MATCH (n:_mem:memory) USING INDEX SEEK n:memory(workspace_id, unembedded)
  WHERE 'memory' IN $kinds AND n.workspace_id = $workspace_id AND n.unembedded = true
  RETURN n.id AS id, 'memory' AS kind, n.content AS text
  UNION ALL
  MATCH (n:_mem:entity) USING INDEX SEEK n:entity(workspace_id, unembedded)
  WHERE 'entity' IN $kinds AND n.workspace_id = $workspace_id AND n.unembedded = true
  RETURN n.id AS id, 'entity' AS kind,
         reduce(text = n.name + coalesce(': ' + n.description, ''), shown IN coalesce(n.shown_properties, []) |
           text + '. ' + shown) AS text
  UNION ALL
  MATCH (n:_mem:question) USING INDEX SEEK n:question(workspace_id, unembedded)
  WHERE 'question' IN $kinds AND n.workspace_id = $workspace_id AND n.unembedded = true
  RETURN n.id AS id, 'question' AS kind, n.text AS text
  UNION ALL
  MATCH (n:_mem:sequence) USING INDEX SEEK n:sequence(workspace_id, unembedded)
  WHERE 'sequence' IN $kinds AND n.workspace_id = $workspace_id AND n.unembedded = true
  RETURN n.id AS id, 'sequence' AS kind, n.intent_summary AS text
  UNION ALL
  // An embedder reads no more of a text than this (MAX_CHARACTERS).
  MATCH (n:_mem:message) USING INDEX SEEK n:message(workspace_id, unembedded)
  WHERE 'message' IN $kinds AND n.workspace_id = $workspace_id AND n.unembedded = true
  RETURN n.id AS id, 'message' AS kind, left(coalesce(n.speaker + ': ', '') + n.text, 20000) AS text
  UNION ALL
  MATCH (n:_mem:episode) USING INDEX SEEK n:episode(workspace_id, unembedded)
  WHERE 'episode' IN $kinds AND n.workspace_id = $workspace_id AND n.unembedded = true
  RETURN n.id AS id, 'episode' AS kind, n.summary AS text
}
RETURN id, kind, coalesce(text, '') AS text
LIMIT $batch
