//@ audit: stale_rank_weights
//@ summary: Memories whose rank weight does not match the memories that contradict them now.
//@ yields: workspace_id STRING
//@ yields: memory_id STRING
//@ yields: rank_weight FLOAT
//@ yields: expected FLOAT
MATCH (m:memory)
WHERE m:_mem AND (m.rank_weight <> 1 OR m.needs_review OR EXISTS { (m)-[:`_mem:contradicts`]-() })
CALL (m) {
  MATCH (m)-[:`_mem:contradicts`]-(x:memory)
  WHERE m.status = 'active' AND x.status = 'active'
  RETURN count(*) AS rivals,
         min(CASE WHEN x.confidence > m.confidence THEN m.confidence / x.confidence ELSE 1.0 END) AS weight
}
WITH m, rivals, coalesce(weight, 1.0) AS expected
WHERE abs(m.rank_weight - expected) > 1e-6 OR coalesce(m.needs_review, false) AND rivals = 0
RETURN m.workspace_id AS workspace_id, m.id AS memory_id, m.rank_weight AS rank_weight, expected
LIMIT 100
