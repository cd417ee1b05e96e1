//@ statement: telemetry/action_counts
//@ summary: How many actions of a workspace fit all filters, and how many of them failed.
//@ plan: one
//@ param: workspace_id STRING
//@ param: agent_id STRING
//@ param: action_type STRING
//@ param: outcome STRING
//@ param: error_code STRING
//@ param: node_type STRING
//@ param: node_id STRING
//@ param: session_id STRING
//@ param: query STRING
//@ param: min_latency_ms FLOAT
//@ param: from_minute INTEGER
//@ param: minutes INTEGER
//@ param: time_zone STRING
//@ param: since DATETIME
//@ param: until DATETIME
//@ yields: actions INTEGER
//@ yields: failures INTEGER
// Reads all actions of the period. The filters are those of telemetry/actions; CASE, so that the costly ones come last.
// The filters are read from the list once, not for each action.
WITH $outcome AS outcome, $agent_id AS agent_id, $action_type AS action_type, $error_code AS error_code, $node_type AS node_type,
     $node_id AS node_id, $session_id AS session_id, $min_latency_ms AS min_latency_ms, $query AS query,
     $from_minute AS from_minute, $minutes AS minutes, $time_zone AS time_zone
MATCH (n:_mem:action)
USING INDEX SEEK n:action(workspace_id, started_at)
WHERE n.workspace_id = $workspace_id AND n.started_at >= $since AND n.started_at < $until
  AND CASE WHEN (outcome IS NULL OR n.outcome = outcome)
      AND (agent_id IS NULL OR n.agent_id = agent_id)
      AND (action_type IS NULL OR n.action_type = action_type)
      AND (error_code IS NULL OR n.error_code = error_code)
      AND (node_type IS NULL OR n.target_node_type = node_type)
      AND (node_id IS NULL OR node_id IN n.target_node_ids)
      AND (session_id IS NULL OR n.session_id = session_id)
      AND (min_latency_ms IS NULL OR n.latency_ms >= min_latency_ms)
    THEN (query IS NULL
        OR any(value IN [n.action_type, n.error_code, n.agent_id, n.target_node_type, n.session_id] + n.target_node_ids
               WHERE toLower(value) CONTAINS query))
      AND (from_minute IS NULL
        OR (datetime({datetime: n.started_at, timezone: time_zone}).hour * 60
            + datetime({datetime: n.started_at, timezone: time_zone}).minute - from_minute + 1440) % 1440 < minutes)
    ELSE false END
RETURN count(n) AS actions, count(CASE WHEN n.outcome = 'failure' THEN 1 END) AS failures
