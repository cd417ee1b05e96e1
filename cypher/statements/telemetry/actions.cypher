//@ statement: telemetry/actions
//@ summary: Actions of a workspace that fit all filters, the newest first, from a place on.
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
//@ param: after LIST<STRING>
//@ param: limit INTEGER
//@ yields: id STRING
//@ yields: session_id STRING
//@ yields: agent_id STRING
//@ yields: action_type STRING
//@ yields: node_type STRING
//@ yields: target_node_ids LIST<STRING>
//@ yields: outcome STRING
//@ yields: error_code STRING
//@ yields: latency_ms FLOAT
//@ yields: started_at DATETIME
//@ yields: ended_at DATETIME
//@ yields: sequence_id STRING
//@ yields: injected_pattern_ids LIST<STRING>
//@ yields: place LIST<STRING>
// Walks its index in the order of time and stops at the limit; CASE, as in telemetry/timeline. `query` is in lower case.
// Of a day fit `minutes` from `from_minute` on, in the time zone; they may pass midnight.
// The filters are read from the list once, not for each action.
WITH $outcome AS outcome, $agent_id AS agent_id, $action_type AS action_type, $error_code AS error_code, $node_type AS node_type,
     $node_id AS node_id, $session_id AS session_id, $min_latency_ms AS min_latency_ms, $query AS query,
     $from_minute AS from_minute, $minutes AS minutes, $time_zone AS time_zone,
     datetime($after[0]) AS before_at
MATCH (n:_mem:action)
USING INDEX SEEK n:action(workspace_id, started_at)
WHERE n.workspace_id = $workspace_id AND n.started_at >= $since AND n.started_at < $until
  AND n.started_at <= before_at AND CASE WHEN n.started_at = before_at THEN n.id < $after[1] ELSE true END
  AND (outcome IS NULL OR n.outcome = outcome)
  AND (agent_id IS NULL OR n.agent_id = agent_id)
  AND (action_type IS NULL OR n.action_type = action_type)
  AND (error_code IS NULL OR n.error_code = error_code)
  AND (node_type IS NULL OR n.target_node_type = node_type)
  AND (node_id IS NULL OR node_id IN n.target_node_ids)
  AND (session_id IS NULL OR n.session_id = session_id)
  AND (min_latency_ms IS NULL OR n.latency_ms >= min_latency_ms)
  AND (query IS NULL OR any(value IN [n.action_type, n.error_code, n.agent_id, n.target_node_type, n.session_id] + n.target_node_ids
                            WHERE toLower(value) CONTAINS query))
  AND CASE WHEN from_minute IS NULL THEN true
      ELSE (datetime({datetime: n.started_at, timezone: time_zone}).hour * 60
            + datetime({datetime: n.started_at, timezone: time_zone}).minute - from_minute + 1440) % 1440 < minutes END
WITH n ORDER BY n.workspace_id DESC, n.started_at DESC, n.id DESC LIMIT $limit
RETURN n.id AS id, n.session_id AS session_id, n.agent_id AS agent_id, n.action_type AS action_type,
       n.target_node_type AS node_type, coalesce(n.target_node_ids, []) AS target_node_ids, n.outcome AS outcome,
       n.error_code AS error_code, n.latency_ms AS latency_ms, n.started_at AS started_at, n.ended_at AS ended_at,
       head([(s:_mem:sequence)-[:`_mem:contains`]->(n) | s.id]) AS sequence_id,
       [(p:_mem:pattern)-[:`_mem:injected`]->(n) | p.id] AS injected_pattern_ids,
       [toString(datetime({datetime: n.started_at, timezone: 'Z'})), n.id] AS place
ORDER BY n.started_at DESC, n.id DESC
