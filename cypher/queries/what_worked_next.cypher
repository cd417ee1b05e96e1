//@ query: what_worked_next
//@ summary: The action of the same session that followed a failure of this kind and succeeded.
//@ param: workspace_id STRING
//@ param: error_code STRING
//@ param: days INTEGER
//@ yields: failed_action STRING
//@ yields: node_type STRING
//@ yields: next_action STRING
//@ yields: times INTEGER
MATCH (failed:action)
WHERE failed.workspace_id = $workspace_id AND failed.started_at >= datetime() - duration({days: $days})
  AND failed.error_code = $error_code
MATCH (failed)-[:`_mem:next`]->(following:action {outcome: 'success'})
RETURN failed.action_type AS failed_action, failed.target_node_type AS node_type,
       following.action_type AS next_action, count(*) AS times
ORDER BY times DESC
