//@ query: insights_errors
//@ summary: Each class of errors: how many failures it has, in how many sessions, of which calls, and the time that they took.
//@ param: workspace_id STRING
//@ yields: error_code STRING
//@ yields: failures INTEGER
//@ yields: sessions INTEGER
//@ yields: action_types LIST<STRING>
//@ yields: seconds FLOAT
// A call costs the time until the session's next one; where that comes more than five minutes later, its own alone.
// Calls of sessions without times (estimated_times) cost none.
MATCH (a:action)
WHERE a.workspace_id = $workspace_id AND a.started_at IS NOT NULL AND a.outcome = 'failure'
WITH a.session_id AS session_id, collect(a) AS actions
OPTIONAL MATCH (s:_mem:session {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'session', [session_id])})
WITH actions, coalesce(s.estimated_times, false) AS untimed
UNWIND actions AS a
OPTIONAL MATCH (a)-[:`_mem:next`]->(b:action) WHERE NOT untimed AND b.started_at <= a.ended_at + duration({minutes: 5})
WITH a, CASE WHEN b IS NULL THEN coalesce(a.latency_ms, 0) / 1000.0
             ELSE (b.started_at.epochMillis - a.started_at.epochMillis) / 1000.0 END AS seconds
WITH coalesce(a.error_code, 'None') AS error_code, a.action_type AS action_type, count(a) AS failures,
     collect(DISTINCT a.session_id) AS sessions, sum(seconds) AS seconds
ORDER BY failures DESC, action_type
WITH error_code, sum(failures) AS failures, collect(sessions) AS lists, collect(action_type)[0..3] AS action_types,
     sum(seconds) AS seconds
RETURN error_code, failures, COUNT { UNWIND lists AS list UNWIND list AS one RETURN DISTINCT one } AS sessions,
       action_types, seconds
ORDER BY failures DESC, error_code
