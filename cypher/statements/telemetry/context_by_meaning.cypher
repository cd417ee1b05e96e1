//@ statement: telemetry/context_by_meaning
//@ summary: The closed sequences of a workspace whose intent means most nearly the same; none when the model has changed.
//@ param: workspace_id STRING
//@ param: vector LIST<FLOAT>
//@ param: model STRING
//@ param: reach INTEGER
//@ param: limit INTEGER
//@ param: now DATETIME
//@ yields: id STRING
//@ yields: session_id STRING
//@ yields: agent_id STRING
//@ yields: action_count INTEGER
//@ yields: failure_count INTEGER
//@ yields: outcome STRING
//@ yields: intent_summary STRING
//@ yields: started_at DATETIME
//@ yields: ended_at DATETIME
//@ yields: closed BOOLEAN
//@ yields: score FLOAT
// The workspace is a filter inside the index: another one's vectors take no place among the nearest. Which of the two
// slots is read, and with whose vectors, is seen at one moment.
CYPHER 25
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
WHERE w.embedding_model = $model
WITH coalesce(w.embedding_slot, 'embedding') AS slot
CALL (slot) {
  WITH slot WHERE slot = 'embedding'
  MATCH (s)
    SEARCH s IN (VECTOR INDEX oxgraph_sequence_meaning FOR $vector WHERE s.workspace_id = $workspace_id LIMIT $reach)
    SCORE AS score
  RETURN s, score
  UNION ALL
  WITH slot WHERE slot = 'embedding_alt'
  MATCH (s)
    SEARCH s IN (VECTOR INDEX oxgraph_sequence_meaning_alt FOR $vector WHERE s.workspace_id = $workspace_id LIMIT $reach)
    SCORE AS score
  RETURN s, score
}
WITH s, score
WHERE s.closes_at <= $now
RETURN s.id AS id, s.session_id AS session_id, s.agent_id AS agent_id, s.action_count AS action_count,
       s.failure_count AS failure_count, s.outcome AS outcome, s.intent_summary AS intent_summary,
       s.started_at AS started_at, s.ended_at AS ended_at, true AS closed, score
ORDER BY score DESC, started_at DESC, id
LIMIT $limit
