//@ statement: telemetry/sequences
//@ summary: A workspace's sequences, newest first.
//@ plan: one
//@ param: workspace_id STRING
//@ param: session_id STRING
//@ param: agent_id STRING
//@ param: outcome STRING
//@ param: action_type STRING
//@ param: node_type STRING
//@ param: since DATETIME
//@ param: until DATETIME
//@ param: after LIST<STRING>
//@ param: limit INTEGER
//@ param: now DATETIME
//@ yields: id STRING
//@ yields: session_id STRING
//@ yields: agent_id STRING
//@ yields: action_count INTEGER
//@ yields: failure_count INTEGER
//@ yields: outcome STRING
//@ yields: intent_summary STRING
//@ yields: started_at DATETIME
//@ yields: ended_at DATETIME
//@ yields: closed BOOLEAN
//@ yields: place LIST<STRING>
// `after` is the place of a row: its started_at, with the nanoseconds, and its id.
MATCH (s:_mem:sequence) USING INDEX SEEK s:sequence(workspace_id, started_at)
WHERE s.workspace_id = $workspace_id AND s.started_at <= datetime($after[0])
  AND CASE WHEN s.started_at = datetime($after[0]) THEN s.id < $after[1] ELSE true END
  AND ($session_id IS NULL OR s.session_id = $session_id)
  AND ($agent_id IS NULL OR s.agent_id = $agent_id)
  AND ($outcome IS NULL OR s.outcome = $outcome)
  AND any(i IN range(0, size(s.tally_action_types) - 1) WHERE
    ($action_type IS NULL OR s.tally_action_types[i] = $action_type)
    AND ($node_type IS NULL OR s.tally_node_types[i] = $node_type))
  AND ($since IS NULL OR s.started_at >= $since)
  AND ($until IS NULL OR s.started_at < $until)
WITH s ORDER BY s.workspace_id DESC, s.started_at DESC, s.id DESC LIMIT $limit
RETURN s.id AS id, s.session_id AS session_id, s.agent_id AS agent_id, s.action_count AS action_count,
       s.failure_count AS failure_count, s.outcome AS outcome, s.intent_summary AS intent_summary,
       s.started_at AS started_at, s.ended_at AS ended_at, s.closes_at <= $now AS closed,
       [toString(datetime({datetime: s.started_at, timezone: 'Z'})), s.id] AS place
ORDER BY started_at DESC, id DESC
