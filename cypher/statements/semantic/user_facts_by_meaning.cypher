//@ statement: semantic/user_facts_by_meaning
//@ summary: A user's active facts and preferences that hold now and mean most nearly the same; none when the model has changed. score is the cosine.
//@ param: workspace_id STRING
//@ param: owners LIST<STRING>
//@ param: subject_id STRING
//@ param: vector LIST<FLOAT>
//@ param: model STRING
//@ param: limit INTEGER
//@ param: now DATETIME
//@ yields: id STRING
//@ yields: fact STRING
//@ yields: category STRING
//@ yields: confidence FLOAT
//@ yields: recorded_at DATETIME
//@ yields: reinforced_at DATETIME
//@ yields: score FLOAT
// All filters stand inside the index: what others know takes no place among the nearest. Each type and owner is a search
// of its own, as an index knows no alternatives. Which of the two slots is read, and with whose vectors, is seen at one
// moment.
CYPHER 25
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
WHERE w.embedding_model = $model
WITH coalesce(w.embedding_slot, 'embedding') AS slot
UNWIND ['fact', 'preference'] AS type
UNWIND $owners AS owner
CALL (slot, type, owner) {
  WITH slot WHERE slot = 'embedding'
  MATCH (m)
    SEARCH m IN (VECTOR INDEX oxgraph_memory_embedding FOR $vector
      WHERE m.workspace_id = $workspace_id AND m.user_id = owner AND m.status = 'active' AND m.type = type
        AND m.subject_id = $subject_id AND m.valid_from <= $now AND m.valid_to > $now
      LIMIT $limit)
    SCORE AS nearness
  RETURN m, nearness
  UNION ALL
  WITH slot WHERE slot = 'embedding_alt'
  MATCH (m)
    SEARCH m IN (VECTOR INDEX oxgraph_memory_embedding_alt FOR $vector
      WHERE m.workspace_id = $workspace_id AND m.user_id = owner AND m.status = 'active' AND m.type = type
        AND m.subject_id = $subject_id AND m.valid_from <= $now AND m.valid_to > $now
      LIMIT $limit)
    SCORE AS nearness
  RETURN m, nearness
}
RETURN m.id AS id, m.content AS fact, coalesce(m.category, CASE type WHEN 'preference' THEN type END) AS category,
       m.confidence AS confidence, m.recorded_at AS recorded_at, m.reinforced_at AS reinforced_at, 2 * nearness - 1 AS score
ORDER BY score DESC, m.recorded_at, m.id
LIMIT $limit
