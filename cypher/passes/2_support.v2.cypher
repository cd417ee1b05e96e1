//@ pass: support
//@ version: 2
//@ summary: Give each new version of a pattern the evidence of its window.
//@ param: workspace_id STRING
//@ param: batch INTEGER
//@ yields: evidence INTEGER
//@ yields: remaining INTEGER
// The oldest version of each key first: the next one may take its evidence over.
CALL () {
  MATCH (p:_mem:pattern)
  WHERE p.workspace_id = $workspace_id AND p.status IS NOT NULL AND p.action_type IS NOT NULL
    AND p.evidence_since IS NOT NULL
  WITH p ORDER BY p.version, p.id
  RETURN collect(p) AS due
}
WITH due[0] AS p, size(due) AS waiting
CALL (p) {
  UNWIND p.evidence_holders AS holder_id
  MATCH (holder:_mem {workspace_id: $workspace_id, id: holder_id})
  MATCH (holder)-[r:`_mem:evidence`]->(q:sequence)
  WHERE q.closes_at <= p.promoted_at AND (holder:pattern_key OR
    q.closes_at >= p.evidence_since AND NOT EXISTS { (p)-[:`_mem:evidence`]->(q) })
  WITH p, holder, r, q, r.action_ids AS action_ids LIMIT $batch
  // A candidate hands its evidence over, a version keeps it.
  FOREACH (_ IN CASE WHEN holder:pattern_key THEN [1] ELSE [] END | DELETE r)
  WITH p, q, action_ids
  CALL (p, q, action_ids) {
    WITH p, q, action_ids WHERE q.closes_at >= p.evidence_since
    MERGE (p)-[kept:`_mem:evidence`]->(q)
    SET kept.action_ids = action_ids
    WITH p, q, action_ids
    MATCH (q)-[:`_mem:contains`]->(a)-[:`_mem:references`]->(e)
    WHERE a.id IN action_ids
      OR p.context IS NULL AND a.action_type = p.action_type
        AND coalesce(a.target_node_type, '') = coalesce(p.node_type, '')
        AND CASE a.outcome WHEN 'success' THEN 'None' ELSE coalesce(a.error_code, 'UnknownError') END = p.error_code
    WITH DISTINCT p, e, p.id + e.id AS key
    // Both ends can have very many relationships: whether the edge is there is asked of the index on its key.
    // A copy of the workspace in the same database has the same keys.
    CALL (key) {
      OPTIONAL MATCH (owner)-[known:`_mem:references`]->() WHERE known.key = key AND owner.workspace_id = $workspace_id
      RETURN count(known) AS there
    }
    WITH p, e, key WHERE there = 0
    CREATE (p)-[:`_mem:references` {key: key}]->(e)
  }
  RETURN count(*) AS moved
}
FOREACH (_ IN CASE WHEN moved < $batch THEN [1] ELSE [] END | SET p.evidence_since = null, p.evidence_holders = null)
RETURN moved AS evidence, CASE WHEN waiting > 0 AND moved < $batch THEN waiting - 1 ELSE waiting END AS remaining
