//@ statement: telemetry/timeline
//@ summary: Actions and sequences of a workspace, newest first, from a place on.
//@ plan: one
//@ param: workspace_id STRING
//@ param: agent_id STRING
//@ param: action_type STRING
//@ param: outcome STRING
//@ param: since DATETIME
//@ param: until DATETIME
//@ param: before_at DATETIME
//@ param: before_id STRING
//@ param: limit INTEGER
//@ yields: kind STRING
//@ yields: id STRING
//@ yields: session_id STRING
//@ yields: agent_id STRING
//@ yields: action_type STRING
//@ yields: node_type STRING
//@ yields: target_node_ids LIST<STRING>
//@ yields: outcome STRING
//@ yields: error_code STRING
//@ yields: latency_ms FLOAT
//@ yields: intent_summary STRING
//@ yields: action_count INTEGER
//@ yields: started_at DATETIME
//@ yields: ended_at DATETIME
//@ yields: cursor STRING
// Each half walks its index in the order of time and stops at the limit. The cursor keeps the nanoseconds.
// CASE, as the planner would seek twice for an OR, and lose the order: all would be read to be sorted.
WITH datetime($before_at) AS before_at
CALL (before_at) {
  MATCH (n:_mem:action)
  USING INDEX SEEK n:action(workspace_id, started_at)
  WHERE n.workspace_id = $workspace_id AND n.started_at >= $since AND n.started_at < $until
    AND n.started_at <= before_at AND CASE WHEN n.started_at = before_at THEN n.id < $before_id ELSE true END
    AND ($agent_id IS NULL OR n.agent_id = $agent_id)
    AND ($action_type IS NULL OR n.action_type = $action_type)
    AND ($outcome IS NULL OR n.outcome = $outcome)
  RETURN n, 'action' AS kind
  ORDER BY n.workspace_id DESC, n.started_at DESC, n.id DESC
  LIMIT $limit
  UNION ALL
  MATCH (n:_mem:sequence)
  USING INDEX SEEK n:sequence(workspace_id, started_at)
  WHERE n.workspace_id = $workspace_id AND n.started_at >= $since AND n.started_at < $until
    AND n.started_at <= before_at AND CASE WHEN n.started_at = before_at THEN n.id < $before_id ELSE true END
    AND ($agent_id IS NULL OR n.agent_id = $agent_id)
    AND ($action_type IS NULL OR $action_type IN n.tally_action_types)
    AND ($outcome IS NULL OR n.outcome = $outcome)
  RETURN n, 'sequence' AS kind
  ORDER BY n.workspace_id DESC, n.started_at DESC, n.id DESC
  LIMIT $limit
}
WITH n, kind, n.started_at AS at ORDER BY at DESC, n.id DESC LIMIT $limit
RETURN kind, n.id AS id, n.session_id AS session_id, n.agent_id AS agent_id, n.action_type AS action_type,
       n.target_node_type AS node_type, coalesce(n.target_node_ids, []) AS target_node_ids, n.outcome AS outcome,
       n.error_code AS error_code, n.latency_ms AS latency_ms, n.intent_summary AS intent_summary,
       n.action_count AS action_count, at AS started_at, n.ended_at AS ended_at,
       toString(datetime({datetime: at, timezone: 'Z'})) + '/' + n.id AS cursor
ORDER BY at DESC, id DESC
