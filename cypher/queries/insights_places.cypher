//@ query: insights_places
//@ summary: Each repository, or type of target, how often a call in it failed, in how many sessions, and the time that the failures took.
//@ param: workspace_id STRING
//@ yields: place STRING
//@ yields: failures INTEGER
//@ yields: actions INTEGER
//@ yields: interval LIST<FLOAT>
//@ yields: sessions INTEGER
//@ yields: failed_sessions INTEGER
//@ yields: seconds FLOAT
// A call costs the time until the session's next one; where that comes more than five minutes later, its own alone.
// Calls of sessions without times (estimated_times) cost none.
MATCH (a:action)
WHERE a.workspace_id = $workspace_id AND a.started_at IS NOT NULL
WITH a.session_id AS session_id, collect(a) AS actions
OPTIONAL MATCH (s:_mem:session {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'session', [session_id])})
WITH actions, coalesce(s.estimated_times, false) AS untimed
UNWIND actions AS a
OPTIONAL MATCH (a)-[:`_mem:next`]->(b:action) WHERE NOT untimed AND b.started_at <= a.ended_at + duration({minutes: 5})
WITH a, a.outcome = 'failure' AS failed, CASE WHEN b IS NULL THEN coalesce(a.latency_ms, 0) / 1000.0
     ELSE (b.started_at.epochMillis - a.started_at.epochMillis) / 1000.0 END AS seconds
WITH coalesce(head([t IN a.target_node_ids WHERE t STARTS WITH 'repository:' | substring(t, 11)]), a.target_node_type, '') AS place, count(CASE WHEN failed THEN 1 END) AS failures, count(a) AS actions,
     count(DISTINCT a.session_id) AS sessions, count(DISTINCT CASE WHEN failed THEN a.session_id END) AS failed_sessions,
     sum(CASE WHEN failed THEN seconds ELSE 0.0 END) AS seconds
RETURN place, failures, actions, oxgraph.wilson(failures, actions) AS interval, sessions, failed_sessions, seconds
ORDER BY failures DESC, actions DESC, place
