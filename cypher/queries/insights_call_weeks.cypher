//@ query: insights_call_weeks
//@ summary: Week by week (from Monday, UTC): how often each kind of call was made, and how often it failed.
//@ param: workspace_id STRING
//@ yields: action_type STRING
//@ yields: week DATE
//@ yields: actions INTEGER
//@ yields: failures INTEGER
//@ yields: sessions INTEGER
MATCH (a:action)
WHERE a.workspace_id = $workspace_id AND a.started_at IS NOT NULL
RETURN a.action_type AS action_type, date.truncate('week', a.started_at) AS week, count(a) AS actions,
       count(CASE WHEN a.outcome = 'failure' THEN 1 END) AS failures, count(DISTINCT a.session_id) AS sessions
ORDER BY action_type, week
