//@ query: insights_weeks
//@ summary: Week by week (from Monday, UTC): sessions, calls, failures, and the time that failures took.
//@ param: workspace_id STRING
//@ yields: week DATE
//@ yields: sessions INTEGER
//@ yields: actions INTEGER
//@ yields: failures INTEGER
//@ yields: interval LIST<FLOAT>
//@ yields: seconds FLOAT
//@ yields: ended DATETIME
// A call costs the time until the session's next one; where that comes more than five minutes later, its own alone.
// Sessions without times (estimated_times) are left out.
MATCH (a:action)
WHERE a.workspace_id = $workspace_id AND a.started_at IS NOT NULL
WITH a.session_id AS session_id, collect(a) AS actions
OPTIONAL MATCH (s:_mem:session {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'session', [session_id])})
WITH actions, coalesce(s.estimated_times, false) AS untimed
WITH actions WHERE NOT untimed
UNWIND actions AS a
OPTIONAL MATCH (a)-[:`_mem:next`]->(b:action) WHERE b.started_at <= a.ended_at + duration({minutes: 5})
WITH a, a.outcome = 'failure' AS failed, CASE WHEN b IS NULL THEN coalesce(a.latency_ms, 0) / 1000.0
     ELSE (b.started_at.epochMillis - a.started_at.epochMillis) / 1000.0 END AS seconds
WITH date.truncate('week', a.started_at) AS week, count(DISTINCT a.session_id) AS sessions, count(a) AS actions,
     count(CASE WHEN failed THEN 1 END) AS failures, sum(CASE WHEN failed THEN seconds ELSE 0.0 END) AS seconds,
     max(a.started_at) AS ended
RETURN week, sessions, actions, failures, oxgraph.wilson(failures, actions) AS interval, seconds, ended
ORDER BY week
