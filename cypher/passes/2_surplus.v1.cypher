//@ pass: surplus
//@ version: 1
//@ summary: Remove keys and versions of patterns that the fold, made anew, does not know.
//@ param: workspace_id STRING
//@ yields: surplus INTEGER
//@ yields: remaining INTEGER
CALL () {
  MATCH (t:_mem:tally)
  WHERE t.workspace_id = $workspace_id AND t.action_type IS NOT NULL AND t.refold = 'folded'
  MATCH (k:_mem:pattern_key)
  WHERE k.workspace_id = $workspace_id AND k.action_type = t.action_type
    AND coalesce(k.node_type, '') = coalesce(t.node_type, '')
  RETURN collect(k) AS pair_keys
}
CALL (pair_keys) {
  UNWIND pair_keys AS k
  UNWIND ['active', 'superseded', 'deleted'] AS status
  MATCH (p:_mem:pattern)
  WHERE p.workspace_id = $workspace_id AND p.status = status AND p.action_type = k.action_type
    AND coalesce(p.node_type, '') = coalesce(k.node_type, '') AND p.error_code = k.error_code AND p.version > k.version
  RETURN collect(p) AS patterns
}
WITH pair_keys, patterns,
     [p IN patterns WHERE p.annotation IS NULL AND p.recommendation_override IS NULL
                      AND NOT coalesce(p.suppressed, false)
                      AND NOT EXISTS { (p)-[:`_mem:injected`]->() }] AS unknown
// What an agent was shown or an operator spoke of is kept.
FOREACH (p IN [p IN patterns WHERE NOT p IN unknown] | SET p.status = 'superseded')
FOREACH (p IN unknown | DETACH DELETE p)
FOREACH (k IN [k IN pair_keys WHERE k.first_seen IS NULL] | DETACH DELETE k)
WITH size(unknown) AS surplus
CALL () {
  MATCH (t:_mem:tally)
  WHERE t.workspace_id = $workspace_id AND t.action_type IS NOT NULL AND t.refold = 'folded'
  SET t.refold = null
  WITH t WHERE t.position_at IS NULL
  DETACH DELETE t
}
RETURN surplus, 0 AS remaining
