//@ query: left_over
//@ summary: What a deleted memory leaves: tombstones, transitions, questions.
//@ param: workspace_id STRING
//@ param: memory_id STRING
//@ yields: tombstones LIST<MAP>
//@ yields: transitions LIST<MAP>
//@ yields: questions INTEGER
CALL () {
  MATCH (t:_mem:tombstone) WHERE t.workspace_id = $workspace_id AND t.node_id = $memory_id
  RETURN collect(properties(t)) AS tombstones
}
CALL () {
  MATCH (t:_mem:transition) WHERE t.workspace_id = $workspace_id AND t.subject_id = $memory_id
  RETURN collect(properties(t)) AS transitions
}
CALL () {
  MATCH (q:_mem:question) WHERE q.workspace_id = $workspace_id AND q.memory_id = $memory_id
  RETURN count(*) AS questions
}
RETURN tombstones, transitions, questions
