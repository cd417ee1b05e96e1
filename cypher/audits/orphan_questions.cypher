//@ audit: orphan_questions
//@ summary: Questions whose memory is deleted or forgotten.
//@ yields: workspace_id STRING
//@ yields: question_id STRING
MATCH (q:question)
WHERE q:_mem AND NOT EXISTS {
  MATCH (q)-[:`_mem:asks`]->(m:memory)
  WHERE m.id = q.memory_id AND m.status <> 'forgotten'
}
RETURN q.workspace_id AS workspace_id, q.id AS question_id
LIMIT 100
