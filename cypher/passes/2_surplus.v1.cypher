//@ pass: surplus
//@ version: 1
//@ summary: Remove keys and versions of patterns that the fold, made anew, does not know.
//@ param: workspace_id STRING
//@ yields: surplus INTEGER
//@ yields: remaining INTEGER
CALL () {
  MATCH (t:_mem:tally)
  WHERE t.workspace_id = $workspace_id AND t.action_type IS NOT NULL AND t.refold = 'folded'
  RETURN collect(t) AS pairs
}
CALL (pairs) {
  UNWIND pairs AS t
  MATCH (k:_mem:pattern_key)
  WHERE k.workspace_id = $workspace_id AND k.action_type = t.action_type
    AND coalesce(k.node_type, '') = coalesce(t.node_type, '')
  RETURN collect(k) AS pair_keys
}
CALL (pairs) {
  UNWIND pairs AS t
  UNWIND ['active', 'superseded', 'deleted'] AS status
  MATCH (p:_mem:pattern)
  WHERE p.workspace_id = $workspace_id AND p.status = status AND p.action_type = t.action_type
    AND coalesce(p.node_type, '') = coalesce(t.node_type, '')
  OPTIONAL MATCH (k:_mem:pattern_key {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'pattern_key',
    [p.action_type, p.node_type, p.error_code] + CASE WHEN p.context IS NULL THEN [] ELSE [p.context] END)})
  WITH p, k WHERE k IS NULL OR p.version > k.version
  RETURN collect(p) AS patterns
}
WITH pair_keys, patterns,
     [p IN patterns WHERE p.annotation IS NULL AND p.recommendation_override IS NULL
                      AND NOT coalesce(p.suppressed, false)
                      AND NOT EXISTS { (p)-[:`_mem:injected`]->() }] AS unknown
// What an agent was shown or an operator spoke of is kept.
FOREACH (p IN [p IN patterns WHERE NOT p IN unknown] | SET p.status = 'superseded')
FOREACH (p IN unknown | DETACH DELETE p)
FOREACH (k IN [k IN pair_keys WHERE k.first_seen IS NULL AND coalesce(size(k.days), 0) = 0
                           AND NOT EXISTS { (k)-[:`_mem:injected`]->() }] | DETACH DELETE k)
WITH size(unknown) AS surplus
CALL () {
  MATCH (t:_mem:tally)
  WHERE t.workspace_id = $workspace_id AND t.action_type IS NOT NULL AND t.refold = 'folded'
  SET t.refold = null
  WITH t WHERE t.position_at IS NULL
  DETACH DELETE t
}
RETURN surplus, 0 AS remaining
