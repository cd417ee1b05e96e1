//@ query: failures_by_type
//@ summary: The failures of the last days by type, and the number of sessions of each.
//@ param: workspace_id STRING
//@ param: days INTEGER
//@ yields: action_type STRING
//@ yields: node_type STRING
//@ yields: error_code STRING
//@ yields: failures INTEGER
//@ yields: sessions INTEGER
//@ yields: last_seen DATETIME
MATCH (a:action)
WHERE a.workspace_id = $workspace_id AND a.started_at >= datetime() - duration({days: $days}) AND a.outcome = 'failure'
RETURN a.action_type AS action_type, a.target_node_type AS node_type, a.error_code AS error_code,
       count(*) AS failures, count(DISTINCT a.session_id) AS sessions, max(a.started_at) AS last_seen
ORDER BY failures DESC, action_type, error_code
