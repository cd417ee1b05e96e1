//@ query: insights_sessions
//@ summary: Each session with failures: its calls, its failures, and how often each call failed with each class of errors.
//@ param: workspace_id STRING
//@ yields: session_id STRING
//@ yields: agent_id STRING
//@ yields: place STRING
//@ yields: begun DATETIME
//@ yields: actions INTEGER
//@ yields: failures INTEGER
//@ yields: action_types LIST<STRING>
//@ yields: error_codes LIST<STRING>
//@ yields: counts LIST<INTEGER>
MATCH (a:action)
WHERE a.workspace_id = $workspace_id AND a.started_at IS NOT NULL
WITH a.session_id AS session_id, collect(a) AS actions
OPTIONAL MATCH (s:_mem:session {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'session', [session_id])})
WITH actions, coalesce(s.estimated_times, false) AS untimed
UNWIND actions AS a
WITH a.session_id AS session_id, a.action_type AS action_type,
     CASE WHEN a.outcome = 'failure' THEN coalesce(a.error_code, 'None') END AS error_code, count(a) AS counted,
     min(CASE WHEN NOT untimed THEN a.started_at END) AS begun, min(a.agent_id) AS agent_id,
     min(coalesce(head([t IN a.target_node_ids WHERE t STARTS WITH 'repository:' | substring(t, 11)]), a.target_node_type)) AS place
ORDER BY counted DESC, action_type, error_code
WITH session_id, min(agent_id) AS agent_id, coalesce(min(place), '') AS place, min(begun) AS begun, sum(counted) AS actions,
     [f IN collect({action_type: action_type, error_code: error_code, counted: counted})
      WHERE f.error_code IS NOT NULL] AS found
WHERE size(found) > 0
RETURN session_id, agent_id, place, begun, actions, reduce(n = 0, f IN found | n + f.counted) AS failures,
       [f IN found | f.action_type] AS action_types, [f IN found | f.error_code] AS error_codes,
       [f IN found | f.counted] AS counts
ORDER BY failures DESC, session_id
