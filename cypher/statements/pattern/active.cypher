//@ statement: pattern/active
//@ summary: The active patterns of a workspace, the suppressed ones too, sorted as asked.
//@ param: workspace_id STRING
//@ param: action_type STRING
//@ param: node_type STRING
//@ param: error_code STRING
//@ param: outcome STRING
//@ param: pattern_id STRING
//@ param: sort STRING
//@ param: limit INTEGER
//@ yields: action_type STRING
//@ yields: node_type STRING
//@ yields: error_code STRING
//@ yields: sample_count INTEGER
//@ yields: action_count INTEGER
//@ yields: total_count INTEGER
//@ yields: confidence FLOAT
//@ yields: status STRING
//@ yields: interval LIST<FLOAT>
//@ yields: first_seen DATETIME
//@ yields: last_seen DATETIME
//@ yields: suppressed BOOLEAN
//@ yields: annotation STRING
//@ yields: recommendation STRING
//@ yields: pattern_id STRING
MATCH (p:_mem:pattern)
WHERE p.workspace_id = $workspace_id AND p.status = 'active' AND p.action_type IS NOT NULL
  AND ($action_type IS NULL OR p.action_type = $action_type)
  AND ($node_type IS NULL OR p.node_type = $node_type)
  AND ($error_code IS NULL OR p.error_code = $error_code)
  AND ($outcome IS NULL OR ($outcome = 'success') = (p.error_code = 'None'))
  AND ($pattern_id IS NULL OR p.id = $pattern_id)
RETURN p.action_type AS action_type, p.node_type AS node_type, p.error_code AS error_code,
       p.sample_count AS sample_count, p.action_count AS action_count, p.total_count AS total_count,
       p.confidence AS confidence, p.status AS status, [p.interval_low, p.interval_high] AS interval,
       p.first_seen AS first_seen, p.last_seen AS last_seen, coalesce(p.suppressed, false) AS suppressed,
       p.annotation AS annotation, oxgraph.recommendation(properties(p)) AS recommendation,
       p.id AS pattern_id
ORDER BY CASE $sort WHEN 'last_seen' THEN last_seen END DESC,
         CASE $sort WHEN 'sample_count' THEN sample_count ELSE confidence END DESC,
         sample_count DESC, action_type, node_type, error_code
LIMIT $limit
