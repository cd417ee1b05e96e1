//@ query: insights_next
//@ summary: What worked next: the calls that came straight after a failure of each call, place and error class, and succeeded.
//@ param: workspace_id STRING
//@ yields: action_type STRING
//@ yields: place STRING
//@ yields: error_code STRING
//@ yields: next_action STRING
//@ yields: times INTEGER
//@ yields: sessions INTEGER
MATCH (a:action)
WHERE a.workspace_id = $workspace_id AND a.started_at IS NOT NULL AND a.outcome = 'failure'
MATCH (a)-[:`_mem:next`]->(b:action {outcome: 'success'})
WITH a, b,
     coalesce(head([t IN a.target_node_ids WHERE t STARTS WITH 'repository:' | substring(t, 11)]), a.target_node_type, '') AS place
RETURN a.action_type AS action_type, place, coalesce(a.error_code, 'None') AS error_code, b.action_type AS next_action,
       count(*) AS times, count(DISTINCT a.session_id) AS sessions
ORDER BY action_type, place, error_code, times DESC, next_action
