//@ query: slowest_actions
//@ summary: The slowest actions of the last days: median, 95th percentile and maximum.
//@ param: workspace_id STRING
//@ param: days INTEGER
//@ param: limit INTEGER
//@ yields: action_type STRING
//@ yields: node_type STRING
//@ yields: actions INTEGER
//@ yields: median_ms FLOAT
//@ yields: p95_ms FLOAT
//@ yields: longest_ms FLOAT
MATCH (a:action)
WHERE a.workspace_id = $workspace_id AND a.started_at >= datetime() - duration({days: $days})
  AND a.latency_ms IS NOT NULL
RETURN a.action_type AS action_type, a.target_node_type AS node_type, count(*) AS actions,
       percentileCont(a.latency_ms, 0.5) AS median_ms, percentileCont(a.latency_ms, 0.95) AS p95_ms,
       max(a.latency_ms) AS longest_ms
ORDER BY p95_ms DESC
LIMIT $limit
