//@ statement: entity/near
//@ summary: The entities that mean most nearly the same; none when the model has changed. score is the cosine.
//@ plan: one
//@ param: workspace_id STRING
//@ param: visible LIST<STRING>
//@ param: vector LIST<FLOAT>
//@ param: model STRING
//@ param: type STRING
//@ param: reach INTEGER
//@ param: least FLOAT
//@ param: limit INTEGER
//@ yields: id STRING
//@ yields: score FLOAT
// Workspace and type are filters inside the index: what others have takes no place among the nearest. Which of the two
// slots is read, and with whose vectors, is seen at one moment.
CYPHER 25
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
WHERE w.embedding_model = $model
WITH coalesce(w.embedding_slot, 'embedding') AS slot
CALL (slot) {
  WITH slot WHERE slot = 'embedding' AND $type IS NULL
  MATCH (e)
    SEARCH e IN (VECTOR INDEX oxgraph_entity_embedding FOR $vector WHERE e.workspace_id = $workspace_id LIMIT $reach)
    SCORE AS nearness
  RETURN e, nearness
  UNION ALL
  WITH slot WHERE slot = 'embedding' AND $type IS NOT NULL
  MATCH (e)
    SEARCH e IN (VECTOR INDEX oxgraph_entity_embedding FOR $vector
      WHERE e.workspace_id = $workspace_id AND e.type = $type LIMIT $reach)
    SCORE AS nearness
  RETURN e, nearness
  UNION ALL
  WITH slot WHERE slot = 'embedding_alt' AND $type IS NULL
  MATCH (e)
    SEARCH e IN (VECTOR INDEX oxgraph_entity_embedding_alt FOR $vector WHERE e.workspace_id = $workspace_id LIMIT $reach)
    SCORE AS nearness
  RETURN e, nearness
  UNION ALL
  WITH slot WHERE slot = 'embedding_alt' AND $type IS NOT NULL
  MATCH (e)
    SEARCH e IN (VECTOR INDEX oxgraph_entity_embedding_alt FOR $vector
      WHERE e.workspace_id = $workspace_id AND e.type = $type LIMIT $reach)
    SCORE AS nearness
  RETURN e, nearness
}
WITH e, 2 * nearness - 1 AS score
WHERE e.deleted_at IS NULL AND score >= $least AND ($visible IS NULL OR coalesce(e.private_to, '') IN $visible)
RETURN e.id AS id, score
ORDER BY score DESC, id
LIMIT $limit
