//@ pass: leftovers
//@ version: 1
//@ summary: Delete questions whose memory is no longer there, as after a deletion by hand, or is forgotten.
//@ param: workspace_id STRING
//@ param: batch INTEGER
//@ yields: left_questions INTEGER
//@ yields: remaining INTEGER
CALL () {
  MATCH (q:question) USING INDEX SEEK q:question(workspace_id, memory_id)
  WHERE q.workspace_id = $workspace_id AND q.memory_id IS NOT NULL AND q:_mem AND NOT EXISTS {
    MATCH (q)-[:`_mem:asks`]->(m:memory)
    WHERE m.status <> 'forgotten'
  }
  WITH q LIMIT $batch
  RETURN collect(q) AS found
}
FOREACH (q IN found | DETACH DELETE q)
RETURN size(found) AS left_questions, CASE WHEN size(found) = $batch THEN 1 ELSE 0 END AS remaining
