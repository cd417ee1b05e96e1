//@ query: insights_call_weeks
//@ summary: Week by week (from Monday, UTC): how often each kind of call was made, and how often it failed.
//@ param: workspace_id STRING
//@ yields: action_type STRING
//@ yields: week DATE
//@ yields: actions INTEGER
//@ yields: failures INTEGER
//@ yields: sessions INTEGER
// Sessions without times (estimated_times) are left out.
MATCH (a:action)
WHERE a.workspace_id = $workspace_id AND a.started_at IS NOT NULL
WITH a.session_id AS session_id, collect(a) AS actions
OPTIONAL MATCH (s:_mem:session {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'session', [session_id])})
WITH actions, coalesce(s.estimated_times, false) AS untimed
WITH actions WHERE NOT untimed
UNWIND actions AS a
RETURN a.action_type AS action_type, date.truncate('week', a.started_at) AS week, count(a) AS actions,
       count(CASE WHEN a.outcome = 'failure' THEN 1 END) AS failures, count(DISTINCT a.session_id) AS sessions
ORDER BY action_type, week
