//@ query: sessions_of_an_agent
//@ summary: The sessions of an agent in the last days, with their outcomes.
//@ param: workspace_id STRING
//@ param: agent_id STRING
//@ param: days INTEGER
//@ param: limit INTEGER
//@ yields: started_at DATETIME
//@ yields: session_id STRING
//@ yields: intent STRING
//@ yields: outcome STRING
//@ yields: actions INTEGER
//@ yields: failures INTEGER
MATCH (s:sequence)
WHERE s.workspace_id = $workspace_id AND s.started_at >= datetime() - duration({days: $days}) AND s.agent_id = $agent_id
RETURN s.started_at AS started_at, s.session_id AS session_id, s.intent_summary AS intent, s.outcome AS outcome,
       s.action_count AS actions, s.failure_count AS failures
ORDER BY started_at DESC
LIMIT $limit
