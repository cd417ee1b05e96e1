//@ statement: telemetry/sequence
//@ summary: One sequence of a workspace by its id; no row where there is none.
//@ param: workspace_id STRING
//@ param: id STRING
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
//@ yields: action_ids LIST<STRING>
MATCH (s:_mem:sequence {workspace_id: $workspace_id, id: $id})
CALL (s) {
  MATCH (s)-[:`_mem:contains`]->(a:_mem:action)
  WITH a ORDER BY a.started_at, a.seq, a.id
  RETURN collect(a.id) AS action_ids
}
RETURN s.id AS id, s.session_id AS session_id, s.agent_id AS agent_id, s.action_count AS action_count,
       s.failure_count AS failure_count, s.outcome AS outcome, s.intent_summary AS intent_summary,
       s.started_at AS started_at, s.ended_at AS ended_at, s.closes_at <= $now AS closed, action_ids
