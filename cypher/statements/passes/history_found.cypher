//@ statement: passes/history_found
//@ summary: How many patterns were promoted in a span of time, and how many of those keys have none now.
//@ param: workspace_id STRING
//@ param: since DATETIME
//@ param: until DATETIME
//@ yields: promoted INTEGER
//@ yields: lapsed INTEGER
UNWIND ['active', 'superseded', 'deleted'] AS status
MATCH (p:_mem:pattern)
WHERE p.workspace_id = $workspace_id AND p.status = status AND p.action_type IS NOT NULL
  AND p.promoted_at >= $since AND p.promoted_at <= $until
WITH DISTINCT p.action_type AS action_type, p.node_type AS node_type, p.error_code AS error_code, p.context AS context
MATCH (k:_mem:pattern_key {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'pattern_key',
  [action_type, node_type, error_code] + CASE WHEN context IS NULL THEN [] ELSE [context] END)})
RETURN count(k) AS promoted, count(CASE WHEN k.status <> 'active' THEN 1 END) AS lapsed
